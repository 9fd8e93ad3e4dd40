/** Plays recorded games again. */
import { KernelGame } from "./game";
import type { GameRecord } from "./game-record";
import { KernelKitchen } from "./kitchen";
import type { Kernel } from "./module";

export const KITCHEN = "kitchen";
const FIRST_RULINGS = 1;

/**
 * The game as the key deals it again; null if that is another deal. A record does not say whether its dealer was drawn or came
 * by rotation, so either passes.
 */
export function dealtAgain(kernel: Kernel, key: Uint8Array, record: GameRecord): KernelGame | null {
  for (const dealer of [null, record.dealer]) {
    const { edition, stock, seats, teams, first } = record;
    const seating = { edition, players: seats.length, sides: teams.length, stock, dealer, youngest: first };
    const game =
      record.referee === KITCHEN
        ? new KernelKitchen(kernel, seating, record.column ?? null, record.rulings ?? FIRST_RULINGS)
        : new KernelGame(kernel, seating);
    game.deal(key);
    if (game.dealer === record.dealer && game.first === first && same(game.dealt(), record.deal)) return game;
  }
  return null;
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

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
