/** The events of a kitchen table as sentences. */
import { mark, n, t } from "../i18n/i18n.svelte";
import type { TableEvent } from "../net/events";
import { kitchenNarrator } from "./kitchen-narrator.svelte";
import { faces, theFace } from "./card-names";
import { nameOf, type Reader } from "./reader";

/** Lets `sentenceOf` tell these events too. */
export function narrateKitchens(): void {
  kitchenNarrator.sentence = kitchenSentence;
}

function kitchenSentence(event: TableEvent, to: Reader): string | null {
  const { names, own } = to;
  const seat = "seat" in event ? nameOf(event.seat, to) : "";
  const you = "seat" in event && event.seat === own;
  switch (event.type) {
    case "irregular_turn":
      if (you) return t("You play out of turn. It is the turn of {turn}.", { turn: nameOf(event.turn, to) });
      if (event.turn === own) return t("{seat} plays out of turn. It is your turn.", { seat });
      return t("{seat} plays out of turn. It is the turn of {turn}.", { seat, turn: nameOf(event.turn, to) });
    case "irregular_finished":
      if (you) return t("Your turn out of order is over. It can be called until another player acts.");
      return t("{seat} has finished a turn out of order. It can be called until another player acts.", { seat });
    case "let_stand":
      return you ? t("You let the turn stand.") : t("{seat} lets the turn stand.", { seat });
    case "irregular_stands":
      if (you) return t("Nobody has called your turn out of order: it counts.");
      return t("Nobody has called the turn out of order of {seat}: it counts.", { seat });
    case "card_returned": {
      const values = { seat, pile: names.stock, card: theFace(event.card, names) };
      if (you) return t("The card that would have won goes back on your {pile}: {card}.", values);
      return t("The card that would have won goes back on the {pile} of {seat}: {card}.", values);
    }
    case "overdrew":
      if (event.card === null) return t("{seat}: one card too many, shuffled into the {pile}.", { seat, pile: names.stock });
      return t("{seat}: one card too many ({card}), shuffled into the {pile}.", {
        seat,
        card: theFace(event.card, names),
        pile: names.stock,
      });
    case "exposed":
      return t("{seat}: one card too many, now face up on the {pile}: {card}.", {
        seat,
        pile: names.draw,
        card: theFace(event.card, names),
      });
    case "took":
      return t("{seat}: taken face up from the {pile}: {cards}.", {
        seat,
        pile: names.draw,
        cards: faces(event.cards, names),
      });
    case "refused_exposed":
      return t("{seat}: refused, now face down under the {pile}: {cards}.", {
        seat,
        pile: names.draw,
        cards: faces(event.cards, names),
      });
    case "talked":
      return you ? t("You have talked.") : t("{seat} has talked.", { seat });
    case "called": {
      const { byYou, onYou, byOthers } = CALLS[event.ground] ?? WITHOUT_GROUND;
      return t(you ? byYou : event.called === own ? onYou : byOthers, { seat, called: nameOf(event.called, to) });
    }
    case "stopped":
      return t("{seat}: the turn out of order stops here. Its cards stay where they are.", { seat });
    case "annulled":
      return t("{seat}: the turn out of order is annulled. Its cards go back.", { seat });
    case "penalised":
      return n(
        "{seat}: {count} card goes unseen under the {pile}.",
        "{seat}: {count} cards go unseen under the {pile}.",
        event.count,
        { seat, pile: names.stock },
      );
    case "may_not_draw":
      return t("{seat}: this turn begins without drawing.", { seat });
    default:
      return null;
  }
}

const WITHOUT_GROUND = {
  byYou: mark("You call {called} without ground. Nothing changes."),
  onYou: mark("{seat} calls you without ground. Nothing changes."),
  byOthers: mark("{seat} calls {called} without ground. Nothing changes."),
};
const CALLS: Record<string, typeof WITHOUT_GROUND> = {
  irregular: {
    byYou: mark("You call {called}, who plays out of turn."),
    onYou: mark("{seat} calls you, because you play out of turn."),
    byOthers: mark("{seat} calls {called}, who plays out of turn."),
  },
  talk: {
    byYou: mark("You call {called}, who has talked."),
    onYou: mark("{seat} calls you, because you have talked."),
    byOthers: mark("{seat} calls {called}, who has talked."),
  },
};
