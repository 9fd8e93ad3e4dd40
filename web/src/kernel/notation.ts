/** Moves as people write them, from the kernel's numbers: src/skipbo/kernel/moves.py, docs/records.md. */
import { CALL, END_TURN, FROM_HAND, MOVES, PASS, PILES_PER_SEAT, WORDS } from "../generated/kernel";

export interface KernelMove {
  /** From where the card comes; null for a pass. */
  source: "hand" | "stock" | "discard" | null;
  /** Whose pile or hand that is. */
  owner: number;
  /** The discard pile from 1 to 4, otherwise 0. */
  number: number;
  /** The card, from the hand; otherwise it is the top of the pile. */
  card: number | null;
  /** The pile that it goes to, from 1 to 4. */
  target: number;
  endsTurn: boolean;
}

/** A move of a seat. */
export function readMove(code: number, seat: number, players: number, sides: number): KernelMove {
  const kind = code >> 6;
  const what = (code >> 2) & 15;
  const target = (code & 3) + 1;
  const endsTurn = kind === END_TURN;
  if (code === PASS) return { source: null, owner: seat, number: 0, card: null, target: 0, endsTurn };
  if (endsTurn || kind === FROM_HAND) return { source: "hand", owner: seat, number: 0, card: what, target, endsTurn };
  const owner = (seat + Math.floor(what / PILES_PER_SEAT) * sides) % players;
  const number = what % PILES_PER_SEAT;
  return { source: number ? "discard" : "stock", owner, number, card: null, target, endsTurn };
}

export function moveText(code: number, seat: number, players: number, sides: number): string {
  const { source, owner, number, card, target, endsTurn } = readMove(code, seat, players, sides);
  if (source === null) return "pass";
  if (source === "hand") return `h${card || "W"}>${endsTurn ? "d" : "b"}${target}`;
  return `${owner === seat ? "" : owner}${number ? `d${number}` : "s"}>b${target}`;
}

const WORD_OF = new Map(Object.entries(WORDS).map(([word, code]) => [code, word]));

/** What a seat does at a kitchen table: a move, or a word. */
export function actText(code: number, seat: number, players: number, sides: number): string {
  if (code < MOVES) return moveText(code, seat, players, sides);
  return WORD_OF.get(code) ?? `call ${code - CALL}`;
}
