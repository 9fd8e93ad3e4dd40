/** The check of a record, with the verdict of `skipbo verify`: src/skipbo/record/verifier.py. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";

import { NO_RANK } from "../generated/kernel";
import tables from "../generated/tables.json";
import { findSheet } from "./game";
import type { GameRecord } from "./game-record";
import type { Kernel } from "./module";
import { dealtAgain, FIRST_RULINGS, KITCHEN, playsAgain, same } from "./replay";
import { seatsBySide } from "./sides";

const VERSION = 1;
const STRICT = "strict";
const KEY = /^[0-9a-f]{64}$/;
const TEXTS_AND_SPACES = /"(?:[^"\\]|\\.)*"|\s+/g;

/** The tables that the sheet of an edition allows. */
interface Allowed {
  columns: string[];
  has_dealer: boolean;
  /** By the number of players and of sides: the sizes of stock piles that the sheet names, and the largest. */
  tables: Record<string, { stocks: number[]; most: number }>;
}

export interface Findings {
  /** The record is one, and its table, seats and options are such as its sheet allows. */
  table: boolean;
  /** The commitment, if the record has one, is that of its key. */
  commitment: boolean;
  /** The key yields the deal. */
  deal: boolean;
  /** Played again with the key, every move is legal, every shuffle the same, and so is the end. */
  play: boolean;
  /** The dealer as it was settled before the deal; null: drawn for, or none. */
  dealer: number | null;
}

const NOTHING_HOLDS: Findings = { table: false, commitment: false, deal: false, play: false, dealer: null };

export function verify(kernel: Kernel, record: unknown, key: Uint8Array | null): Findings {
  if (!isRecord(record) || !isAllowed(record)) return NOTHING_HOLDS;
  const { commitment = null } = record;
  const dealt = key && dealtAgain(kernel, key, record);
  return {
    table: true,
    commitment: commitment === null || (key !== null && commitment === bytesToHex(sha256(key))),
    deal: dealt !== null,
    play: dealt !== null && playsAgain(dealt.game, record),
    dealer: dealt?.dealer ?? null,
  };
}

export function holds({ table, commitment, deal, play }: Findings): boolean {
  return table && commitment && deal && play;
}

/** The key that a record brings; null if it has none, or spells it as no record does. */
export function keyIn({ seed }: GameRecord): Uint8Array | null {
  return KEY.test(seed ?? "") ? hexToBytes(seed!) : null;
}

/** The record in a line of a file; null for any other text. A field may occur once, and 1 is not written as 1.0. */
export function readRecord(line: string): GameRecord | null {
  try {
    const value = JSON.parse(line) as unknown;
    const compact = line.replace(TEXTS_AND_SPACES, (found) => (found[0] === '"' ? JSON.stringify(JSON.parse(found)) : ""));
    return compact === JSON.stringify(value) && isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether all fields are there, and of their kinds: docs/records.md. */
function isRecord(value: unknown): value is GameRecord {
  if (!isObject(value)) return false;
  const { deal, seats, result } = value;
  return (
    value.skipbo === VERSION &&
    [value.edition, value.referee].every(isText) &&
    [value.stock, value.first, value.rulings ?? FIRST_RULINGS].every(Number.isInteger) &&
    (value.dealer === null || Number.isInteger(value.dealer)) &&
    [value.house, result, deal].every(isObject) &&
    isListOf(seats, (seat) => isObject(seat) && isText(seat.name) && isText(seat.player)) &&
    isListOf(value.teams, (team) => isListOf(team, Number.isInteger)) &&
    isListOf((deal as Fields).stocks, isCards) &&
    isCards((deal as Fields).draw) &&
    isListOf(value.shuffles, isCards) &&
    isListOf(value.moves, isText) &&
    [value.seed, value.commitment, value.column].every((text) => text == null || isText(text)) &&
    value.rulings !== null
  );
}

/** Whether the sheet allows the table, and everything that it settles is recorded as it is. */
function isAllowed({ edition, seats, teams, stock, house, dealer, first, deal, ...record }: GameRecord): boolean {
  if (!Object.hasOwn(tables, edition)) return false;
  const { columns, has_dealer: hasDealer, tables: known } = (tables as Record<string, Allowed>)[edition]!;
  const table = known[`${seats.length}/${teams.length}`];
  const isSeat = (seat: number | null) => seat !== null && seat >= 0 && seat < seats.length;
  const column = record.column ?? columns[0]!;
  return (
    table !== undefined &&
    same(teams, seatsBySide(seats.length, teams.length)) &&
    stock >= 1 &&
    stock <= table.most &&
    same(house, table.stocks.includes(stock) ? {} : { stock }) &&
    (hasDealer ? isSeat(dealer) : dealer === null) &&
    isSeat(first) &&
    deal.stocks.length === seats.length &&
    (record.column == null || columns.indexOf(column) > 0) &&
    hasReferee(edition, record.referee, column, record.rulings ?? FIRST_RULINGS)
  );
}

/** Whether games of an edition are judged by a referee with these rulings. */
function hasReferee(edition: string, referee: string, column: string, rulings: number): boolean {
  if (referee === KITCHEN) return findSheet(edition).mistakes?.[column]?.[rulings] !== undefined;
  return referee === STRICT && rulings === FIRST_RULINGS;
}

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isListOf(value: unknown, isOne: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isCards(value: unknown): boolean {
  return isListOf(value, (card) => Number.isInteger(card) && (card as number) >= 0 && (card as number) < NO_RANK);
}
