/** The names of cards in sentences. */
import { KnownTerm, Term, type PileNames } from "../i18n/term";

export const WILD = 0;

/** The name of a card in a list. */
export function face(card: number, names: PileNames): string {
  return String(card === WILD ? names.wild : (names.cards?.[card]?.singular ?? card));
}

/** The name of a card that a sentence is about: “the Queen”, but “7”. */
export function theFace(card: number, names: PileNames): Term {
  if (card === WILD) return names.wild;
  const named = names.cards?.[card];
  const { articles } = names.wild;
  if (named) return new KnownTerm(named, articles);
  return new Term({ singular: String(card), plural: String(card), elides: articles.elided_numbers.includes(card) }, articles);
}

export function faces(cards: readonly number[], names: PileNames): string {
  return cards.map((card) => face(card, names)).join(", ");
}
