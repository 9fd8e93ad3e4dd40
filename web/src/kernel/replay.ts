/** Plays recorded games again. */
import { DEALER_KNOWN, OTHER_DEAL } from "../generated/kernel";
import { findSheet, KernelGame } from "./game";
import type { GameRecord } from "./game-record";
import { KernelKitchen } from "./kitchen";
import type { Kernel } from "./module";

export const KITCHEN = "kitchen";
export const FIRST_RULINGS = 1;

/** A recorded game before its first move. */
export interface Dealt {
  game: KernelGame;
  /** The dealer as it was settled before the deal; null: drawn for, or none. */
  dealer: number | null;
}

/** The game of a record at a table that its sheet allows, as the key deals it again; null if that is another deal. */
export function dealtAgain(kernel: Kernel, key: Uint8Array, record: GameRecord): Dealt | null {
  const { edition, stock, seats, teams, first } = record;
  const { dealer } = findSheet(edition);
  const seating = { edition, players: seats.length, sides: teams.length, stock, dealer, youngest: first };
  const game =
    record.referee === KITCHEN
      ? new KernelKitchen(kernel, seating, record.column ?? null, record.rulings ?? FIRST_RULINGS)
      : new KernelGame(kernel, seating);
  const settled = game.dealAgain(key, record);
  return settled === OTHER_DEAL ? null : { game, dealer: settled === DEALER_KNOWN ? record.dealer : dealer };
}

/** Whether every recorded move is legal, the key makes the recorded shuffles, and the game ends as it was recorded. */
export function playsAgain(game: KernelGame, { moves, shuffles, result }: GameRecord): boolean {
  const made: number[][] = [];
  for (const move of moves) {
    const shuffled = game.play(move);
    if (!shuffled) return false;
    made.push(...shuffled);
  }
  const { how, winners, left, points } = result;
  return same(made, shuffles) && same(game.outcome(), { how, winners, left, points });
}

export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
