/** The options of the next game. What an edition allows comes from its data: no rules are known here. */
import { DEFAULT_LEVEL } from "../catalogue/bot-levels";
import { DEFAULT_EDITION, EDITIONS, findEdition, type SeatChoice } from "../catalogue/editions";
import type { TableOptions } from "../generated/protocol";
import { isSite } from "../net/host";

export interface GameOptions {
  edition: string;
  players: number;
  partners: boolean;
  /** Cards in a stock pile; null for the edition's number. */
  stock: number | null;
  /** The seat that deals first, and that of the youngest player, where the edition lets them be chosen; null for 0. */
  dealer: number | null;
  youngest: number | null;
  level: string;
  /** The bot of each other seat, if the address names them; null for bots of `level`. */
  bots: string[] | null;
  /** The points that win a match; null for single games. */
  points: number | null;
  kitchen: boolean;
  /** The language of the sheet that is played by, where they disagree; null for its first. */
  column: string | null;
  /** The probability that bots notice a mistake. */
  vigilance: number;
  /** Whether a game against bots is played in this browser although a server answers. */
  here: boolean;
}

/** The options of a table for friends. */
export interface FriendOptions {
  public: boolean;
  spectators: boolean;
  chat: boolean;
  hints: boolean;
  /** Seconds for a turn; null for no clock. */
  clock: number | null;
}

export const DEFAULT_GAME: GameOptions = {
  edition: DEFAULT_EDITION,
  players: 2,
  partners: false,
  stock: null,
  dealer: null,
  youngest: null,
  level: DEFAULT_LEVEL,
  bots: null,
  points: null,
  kitchen: false,
  column: null,
  vigilance: 0.8,
  here: false,
};

export const DEFAULT_FRIENDS: FriendOptions = { public: false, spectators: true, chat: true, hints: true, clock: null };

/** The options, limited to what the edition allows. */
export function allowedOptions(game: GameOptions): GameOptions {
  const edition = findEdition(game.edition);
  const players = edition.players.includes(game.players) ? game.players : edition.players[0]!;
  return {
    ...game,
    edition: edition.id,
    players,
    partners: game.partners && players in edition.sides,
    stock: game.stock === edition.stocks[players]![0] ? null : game.stock,
    dealer: allowedSeat(game, "dealer", players),
    youngest: allowedSeat(game, "youngest", players),
    points: edition.points === null ? null : game.points,
    kitchen: game.kitchen && edition.kitchen && !isSite,
    column: game.kitchen && edition.columns.indexOf(game.column ?? "") > 0 ? game.column : null,
    bots: game.bots?.length === players - 1 ? game.bots : null,
  };
}

function allowedSeat(game: GameOptions, choice: SeatChoice, players: number): number | null {
  const seat = game[choice];
  return findEdition(game.edition).seat_choice === choice && seat !== null && seat < players ? seat : null;
}

/** The options after a change. A stock size that the new edition or number of players does not have is dropped. */
export function changeOptions(game: GameOptions, change: Partial<GameOptions>): GameOptions {
  const next = allowedOptions({ ...game, ...change });
  const sizes = findEdition(next.edition).stocks[next.players]!;
  const own = "stock" in change || !("edition" in change || "players" in change);
  return { ...next, stock: own || sizes.includes(next.stock ?? 0) ? next.stock : null };
}

/** The options with those in an address, `?edition=…&players=…&level=…`, applied. */
export function optionsFromQuery(game: GameOptions, query: URLSearchParams): GameOptions {
  const next = { ...game };
  const edition = query.get("edition");
  if (EDITIONS.some((each) => each.id === edition)) next.edition = edition!;
  next.players = count(query, "players") ?? next.players;
  if (query.has("partners")) next.partners = isYes(query.get("partners"));
  next.stock = count(query, "stock") ?? next.stock;
  next.dealer = seat(query, "dealer") ?? next.dealer;
  next.youngest = seat(query, "youngest") ?? next.youngest;
  next.level = query.get("level") ?? next.level;
  next.bots = query.get("bots")?.split(",").filter(Boolean) ?? null;
  next.points = count(query, "points") ?? next.points;
  if (query.has("kitchen")) next.kitchen = isYes(query.get("kitchen"));
  next.column = query.get("column") ?? next.column;
  return allowedOptions(next);
}

/** Whether a game against bots is played in this browser. Kitchen tables need a server. */
export function playsHere(game: GameOptions, offline: boolean): boolean {
  return isSite || (!game.kitchen && (game.here || offline));
}

/** A table with a bot at every other seat. */
export function tableAgainstBots(game: GameOptions): TableOptions {
  const others = game.bots ?? Array<string>(game.players - 1).fill(game.level);
  return { ...gameOf(game), bots: [null, ...others] };
}

/** A table with every other seat free. */
export function tableForFriends(game: GameOptions, friends: FriendOptions): TableOptions {
  return { ...gameOf(game), ...friends };
}

function gameOf(game: GameOptions): TableOptions {
  const { edition, players, partners, stock, dealer, youngest, points, column, vigilance } = game;
  const rules = { edition, players, partners, stock, dealer, youngest, points, column, vigilance, substitute: game.level };
  if (game.kitchen) return { ...rules, referee: "kitchen" }; // bots take their time: people must be able to call them out
  return { ...rules, referee: "strict", pace: 0 }; // every page shows their moves at the pace its reader likes
}

function count(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  return text && /^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

function seat(query: URLSearchParams, name: SeatChoice): number | null {
  const text = query.get(name);
  return text && /^\d$/.test(text) ? Number(text) : null;
}

function isYes(text: string | null): boolean {
  return text !== null && !["0", "false", "no"].includes(text);
}
