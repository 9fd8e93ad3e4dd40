/** Moves as people write them, from the kernel's numbers: src/skipbo/kernel/moves.py, docs/records.md. */
import { CALL, END_TURN, FROM_HAND, MOVES, PASS, PILES_PER_SEAT, WORDS } from "../generated/kernel";

/** A move of a seat. */
export function moveText(code: number, seat: number, players: number, sides: number): string {
  if (code === PASS) return "pass";
  const kind = code >> 6;
  const what = (code >> 2) & 15;
  const target = (code & 3) + 1;
  if (kind === END_TURN || kind === FROM_HAND) return `h${what || "W"}>${kind === END_TURN ? "d" : "b"}${target}`;
  const owner = (seat + Math.floor(what / PILES_PER_SEAT) * sides) % players;
  const number = what % PILES_PER_SEAT;
  return `${owner === seat ? "" : owner}${number ? `d${number}` : "s"}>b${target}`;
}

const WORD_OF = new Map(Object.entries(WORDS).map(([word, code]) => [code, word]));

/** What a seat does at a kitchen table: a move, or a word. */
export function actText(code: number, seat: number, players: number, sides: number): string {
  if (code < MOVES) return moveText(code, seat, players, sides);
  return WORD_OF.get(code) ?? `call ${code - CALL}`;
}
