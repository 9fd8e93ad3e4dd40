/** How many cards of each kind the player has not seen since they were last shuffled, and how many are spent. */
import decks from "../../generated/decks.json";
import type { Scene } from "./scene";

export interface CardCount {
  /** 0 for the wild. */
  card: number;
  unseen: number;
  spent: number;
}

export function countCards(scene: Scene): CardCount[] {
  const { game } = scene;
  const open = [
    ...(scene.hands?.flat() ?? scene.hand),
    ...game.stocks.flatMap(({ top }) => top ?? []),
    ...game.discards.flat(2),
    ...game.building.flat(),
    ...game.spent,
    ...(game.kitchen?.exposed ?? []),
  ];
  const copies = decks[scene.edition as keyof typeof decks];
  return copies.map((all, card) => ({ card, unseen: all - times(open, card), spent: times(game.spent, card) }));
}

function times(cards: readonly number[], wanted: number): number {
  return cards.filter((card) => card === wanted).length;
}
