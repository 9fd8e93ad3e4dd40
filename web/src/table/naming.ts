/** The names that places are read out by. */
import type { Names } from "../editions";
import { t } from "../language.svelte";

export function cardName(card: number, names: Names): string {
  return card === 0 ? names.wild : String(card);
}

/** A pile as it is read and spread out: piles are told from the bottom up. */
export function fromTop(pile: readonly number[]): number[] {
  return [...pile].reverse();
}

export function cardsName(cards: readonly number[], names: Names): string {
  return cards.length ? cards.map((card) => cardName(card, names)).join(", ") : t("no card");
}
