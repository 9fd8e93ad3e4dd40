/** The log of a game: events, which become sentences only when shown, so that a change of language changes them all. */
import { namesInGame } from "../catalogue/seat-names";
import type { TableLog } from "../generated/protocol";
import { n, t } from "../i18n/i18n.svelte";
import type { TableEvent } from "../net/events";
import { face } from "./card-names";
import { nameOf, type Reader } from "./reader";
import { sentencesOf } from "./sentences";

/** The players when an event happened: the name at each seat, and the seat of the reader. */
export interface Cast {
  names: readonly (string | null)[];
  own: number | null;
}

export interface LogEntry {
  event: TableEvent;
  /** The number of moves, or the version of the table, at which the event happened. */
  at: number;
  /** Only at a table, where players come and go. */
  cast?: Cast;
}

/** The entries of a turn. */
export interface Turn {
  /** Different for every turn of a log. */
  key: string;
  entries: LogEntry[];
}

export interface LogLine {
  text: string;
  at: number;
}

/** A turn as a reader reads it. */
export interface Chapter {
  key: string;
  summary: string;
  /** Whether it is the reader's turn. */
  own: boolean;
  lines: LogLine[];
}

const TURN_STARTS = new Set(["drew_for_dealer", "dealt", "turn_began", "irregular_turn", "undone"]);

/** The events with the players at each, who were `cast` before. The chat shows what was said. */
export function withCast(happened: readonly TableEvent[], at: number, { names, own }: Cast): LogEntry[] {
  return happened.flatMap((event) => {
    const before = names;
    names = namesAfter(names, event);
    return event.type === "said" ? [] : [{ event, at, cast: { names: event.type === "sat" ? names : before, own } }];
  });
}

function namesAfter(names: readonly (string | null)[], event: TableEvent): readonly (string | null)[] {
  const named = event.type === "sat" ? event.name : null;
  if (event.type !== "sat" && event.type !== "left_table" && event.type !== "bot_sat") return names;
  return names.map((name, seat) => (seat === event.seat ? named : name));
}

/** The entries of a log that the server has made for a reader, who now has seat `own`: before that it was another's. */
export function entriesOf(log: TableLog, own: number | null): LogEntry[] {
  const satAt = log.steps
    .filter(({ happened }) => happened.some((event) => event.type === "sat" && event.seat === own))
    .reduce((_, { version }) => version, 0);
  let names: readonly (string | null)[] = log.names;
  return log.steps.flatMap(({ version, happened }) => {
    const entries = withCast(happened, version, { names, own: version >= satAt ? own : null });
    names = happened.reduce(namesAfter, names);
    return entries;
  });
}

/** The entries from the latest deal on; all of them before the first. */
export function fromLatestDeal(log: readonly LogEntry[]): LogEntry[] {
  const dealt = log.map(({ event }) => event.type).lastIndexOf("dealt");
  const isDrawnFor = log[dealt - 1]?.event.type === "drew_for_dealer";
  return log.slice(Math.max(0, isDrawnFor ? dealt - 1 : dealt));
}

export function byTurn(log: readonly LogEntry[]): Turn[] {
  const turns: Turn[] = [];
  for (const [index, each] of log.entries()) {
    const isDrawnFor = each.event.type === "dealt" && log[index - 1]?.event.type === "drew_for_dealer";
    if (!turns.length || (TURN_STARTS.has(each.event.type) && !isDrawnFor)) {
      const same = turns.at(-1)?.entries[0]!.at === each.at;
      turns.push({ key: same ? `${turns.at(-1)!.key}+` : String(each.at), entries: [] });
    }
    turns.at(-1)!.entries.push(each);
  }
  return turns;
}

/** The turns to show: some before and after one of them, however long the game is. */
export function turnsAround(turns: readonly Turn[], middle: number, before: number, after: number): Turn[] {
  return turns.slice(Math.max(0, middle - before), middle + 1 + after);
}

export function chapterOf({ key, entries }: Turn, to: Reader): Chapter {
  const lines = byCast(entries).flatMap((group) => {
    const happened = group.map(({ event }) => event);
    return sentencesOf(happened, readerThen(group[0]!, to)).map(({ text, index }) => ({ text, at: group[index]!.at }));
  });
  const first = entries[0]!;
  const reader = readerThen(first, to);
  const own = "seat" in first.event && TURN_STARTS.has(first.event.type) && first.event.seat === reader.own;
  return { key, summary: summaryOf(entries, reader), own, lines };
}

function readerThen({ cast }: LogEntry, to: Reader): Reader {
  return cast ? { ...to, seats: namesInGame(cast.names), own: cast.own } : to;
}

/** The entries of a turn, divided where a player came or went. */
function byCast(turn: readonly LogEntry[]): LogEntry[][] {
  const groups: LogEntry[][] = [];
  for (const each of turn) {
    const group = groups.at(-1);
    if (group && isSameCast(group[0]!.cast, each.cast)) group.push(each);
    else groups.push([each]);
  }
  return groups;
}

function isSameCast(one: Cast | undefined, other: Cast | undefined): boolean {
  return one?.own === other?.own && String(one?.names) === String(other?.names);
}

/** A turn in a few words: “North: 2 cards played, discarded 8”. */
function summaryOf(turn: readonly LogEntry[], to: Reader): string {
  const { event } = turn[0]!;
  if (event.type === "dealt" || event.type === "drew_for_dealer") return t("The deal");
  if (!("seat" in event) || !TURN_STARTS.has(event.type)) return t("Before the game");
  const parts: string[] = [];
  if (event.type === "irregular_turn") parts.push(t("out of turn"));
  if (event.type === "undone") parts.push(n("{count} move taken back", "{count} moves taken back", event.moves));
  const played = turn.filter((each) => each.event.type === "played").length;
  if (played) parts.push(n("{count} card played", "{count} cards played", played));
  for (const { event } of turn) {
    if (event.type === "discarded") parts.push(t("discarded {card}", { card: face(event.card, to.names) }));
    else if (event.type === "passed") parts.push(t("passed"));
    else if (event.type === "ended") parts.push(t("end of the game"));
  }
  return t("{seat}: {what}", { seat: nameOf(event.seat, to), what: parts.join(", ") || t("a turn begins") });
}
