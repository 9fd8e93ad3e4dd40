/** What somebody chose for the next game. What a sheet allows comes from its row: no rule is known here. */
import { DEFAULT_LEVEL } from "../catalogue/bot-levels";
import { DEFAULT_EDITION, edition, EDITIONS } from "../catalogue/editions";
import type { TableOptions } from "../generated/protocol";

export interface Choices {
  edition: string;
  players: number;
  partners: boolean;
  /** Cards in a stock pile; null for what the sheet says. */
  stock: number | null;
  level: string;
  /** A bot for each other seat, where a link names them one by one; null for `level` everywhere. */
  bots: string[] | null;
  /** A match to so many points; null for single games. */
  points: number | null;
  kitchen: boolean;
  /** How surely bots notice a mistake, 0 to 1. */
  vigilance: number;
}

/** How a table for people is kept. */
export interface Company {
  public: boolean;
  spectators: boolean;
  chat: boolean;
  hints: boolean;
  /** Seconds for a turn; null for no clock. */
  clock: number | null;
}

export const FIRST_CHOICES: Choices = {
  edition: DEFAULT_EDITION,
  players: 2,
  partners: false,
  stock: null,
  level: DEFAULT_LEVEL,
  bots: null,
  points: null,
  kitchen: false,
  vigilance: 0.8,
};

export const FIRST_COMPANY: Company = { public: false, spectators: true, chat: true, hints: true, clock: null };

/** The same, as far as the sheet allows it. */
export function fitting(choices: Choices): Choices {
  const sheet = edition(choices.edition);
  const players = sheet.players.includes(choices.players) ? choices.players : sheet.players[0]!;
  return {
    ...choices,
    edition: sheet.id,
    players,
    partners: choices.partners && sheet.partners.includes(players),
    stock: choices.stock === sheet.stocks[players]![0] ? null : choices.stock,
    points: sheet.points === null ? null : choices.points,
    kitchen: choices.kitchen && sheet.kitchen,
    bots: choices.bots?.length === players - 1 ? choices.bots : null,
  };
}

/** Another sheet or number of players: sizes of stock piles that only the one before has are left behind. */
export function changed(choices: Choices, change: Partial<Choices>): Choices {
  const next = fitting({ ...choices, ...change });
  const sizes = edition(next.edition).stocks[next.players]!;
  const own = "stock" in change || !("edition" in change || "players" in change);
  return { ...next, stock: own || sizes.includes(next.stock ?? 0) ? next.stock : null };
}

/** What an address asks for: `?edition=…&players=…&level=…`. What it does not say stays. */
export function asAddressed(choices: Choices, query: URLSearchParams): Choices {
  const next = { ...choices };
  const sheet = query.get("edition");
  if (EDITIONS.some((each) => each.id === sheet)) next.edition = sheet!;
  next.players = count(query, "players") ?? next.players;
  if (query.has("partners")) next.partners = isYes(query.get("partners"));
  next.stock = count(query, "stock") ?? next.stock;
  next.level = query.get("level") ?? next.level;
  next.bots = query.get("bots")?.split(",").filter(Boolean) ?? null;
  next.points = count(query, "points") ?? next.points;
  if (query.has("kitchen")) next.kitchen = isYes(query.get("kitchen"));
  return fitting(next);
}

/** A table against bots: everybody else is one. */
export function againstBots(choices: Choices): TableOptions {
  const others = choices.bots ?? Array<string>(choices.players - 1).fill(choices.level);
  return { ...gameOf(choices), bots: [null, ...others] };
}

/** A table for people: every other seat is free. */
export function withPeople(choices: Choices, company: Company): TableOptions {
  return { ...gameOf(choices), ...company };
}

function gameOf(choices: Choices): TableOptions {
  const { edition, players, partners, stock, points, vigilance } = choices;
  const referee = choices.kitchen ? "kitchen" : "strict";
  return { edition, players, partners, stock, points, vigilance, referee, substitute: choices.level };
}

function count(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  return text && /^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

function isYes(text: string | null): boolean {
  return text !== null && !["0", "false", "no"].includes(text);
}
