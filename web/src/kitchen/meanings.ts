/**
 * What each act of a kitchen table means: a sentence about what happens to the cards, and the rules that say what follows.
 * The page quotes them as the edition has them, and judges nothing.
 */
import type { PileNames } from "../i18n/term";
import { t } from "../i18n/i18n.svelte";

export interface Meaning {
  sentence: string;
  /** The ids of rules to quote; of those, the edition in play has some. */
  quotes: string[];
  /** The ids of rules that the sentence follows. */
  sources: string[];
}

/** What follows from a call, by whether it was right and what was called. */
export const CALLS = {
  irregular: ["irregular.noticed", "irregular.annulled", "irregular.penalty"],
  talk: ["team.cheat"],
  none: ["ruling.false-call"],
};

/** The element that says what a call of the mistake in sight would mean. */
export const MISTAKE_MEANING = "mistake-meaning";

/** The meaning of an act as `actOf` has it; null for a move of a card or a call. */
export function meaningOf(act: string, inTurn: boolean, names: PileNames): Meaning | null {
  const pile = names.draw;
  switch (act) {
    case "draw":
      if (!inTurn) return { sentence: t("It is not your turn."), quotes: ["ruling.irregular-act"], sources: [] };
      return { sentence: t("You take one card from the {pile}.", { pile }), quotes: ["over.shuffle", "over.expose"], sources: [] };
    case "take":
      return { sentence: t("All of them come into your hand."), quotes: [], sources: ["over.all-or-none"] };
    case "take top":
      return {
        sentence: t("It comes into your hand; the others go face down under the {pile}.", { pile }),
        quotes: [],
        sources: ["over.all-or-none"],
      };
    case "refuse":
      return { sentence: t("They go face down under the {pile}.", { pile }), quotes: [], sources: ["over.expose"] };
    case "talk":
      return {
        sentence: t("Say so if you have spoken when partners must be quiet."),
        quotes: [],
        sources: ["team.silent", "team.no-talk", "team.cheat"],
      };
    case "stand":
      return {
        sentence: t("You do not call it. If nobody does, the turn counts."),
        quotes: [],
        sources: ["irregular.stands", "ruling.irregular-window"],
      };
    default:
      return null;
  }
}
