/**
 * Events as sentences for one reader. A sentence with a verb has another text where the player is the reader: “You play”,
 * “Ben plays”. The terminal has the same sentences and shares the translations: src/skipbo/terminal/sentences.py.
 */
import type { DrewForDealer, Ended, Outcome, Played } from "../generated/protocol";
import { n, t } from "../i18n/i18n.svelte";
import type { Term } from "../i18n/term";
import type { TableEvent } from "../net/events";
import { face, faces, theFace, WILD } from "./card-names";
import { kitchenNarrator } from "./kitchen-narrator.svelte";
import { nameOf, type Reader } from "./reader";
import { tableSentence } from "./table-sentences";

/** A sentence, the seat that it is about, and the index of its event. */
export interface Sentence {
  seat: number | null;
  text: string;
  index: number;
}

/** The sentence for an event; null if it does not need one. */
export function sentenceOf(event: TableEvent, to: Reader): string | null {
  const { names, own } = to;
  const seat = "seat" in event ? nameOf(event.seat, to) : "";
  switch (event.type) {
    case "drew_for_dealer":
      return drewForDealer(event, to);
    case "dealt":
      if (event.dealer === null) return t("The cards are dealt.");
      if (event.dealer === own) return t("The cards are dealt. You are the dealer.");
      return t("The cards are dealt. Dealer: {seat}.", { seat: nameOf(event.dealer, to) });
    case "turn_began":
      return event.seat === own ? t("Your turn.") : t("{seat}: a turn begins.", { seat });
    case "drew":
      if (event.cards === null)
        return n("{seat}: {count} card drawn.", "{seat}: {count} cards drawn.", event.count, { seat });
      if (event.seat === own) return t("You draw: {cards}.", { cards: faces(event.cards, names) });
      return t("{seat}: drawn: {cards}.", { seat, cards: faces(event.cards, names) });
    case "played":
      return played(event, to);
    case "discarded":
      return t("{seat}: {card} from {source} to {pile} {number}.", {
        seat,
        card: theFace(event.card, names),
        source: names.hand,
        pile: names.discard,
        number: event.pile,
      });
    case "turned":
      return t("{seat}: next on the {pile}: {card}.", { seat, pile: names.stock, card: theFace(event.card, names) });
    case "completed":
      return t("The run on {pile} {number} is complete: its cards are set aside.", {
        pile: names.building,
        number: event.pile,
      });
    case "shuffled":
      return t("The {count} cards set aside are shuffled into a new {pile}.", {
        pile: names.draw,
        count: event.count,
      });
    case "passed":
      return t("{seat}: no card in the hand, pass.", { seat });
    case "ended":
      return ended(event, to);
    default:
      return tableSentence(event, to) ?? kitchenNarrator.sentence?.(event, to) ?? null;
  }
}

/** The sentences for some events. Another player's turn gets none if a draw follows, which names the player. */
export function sentencesOf(happened: readonly TableEvent[], to: Reader): Sentence[] {
  return happened.flatMap((event, index) => {
    const next = happened[index + 1];
    if (event.type === "turn_began" && next?.type === "drew" && event.seat !== to.own) return [];
    const text = sentenceOf(event, to);
    return text === null ? [] : [{ seat: "seat" in event ? event.seat : null, text, index }];
  });
}

function drewForDealer({ rounds }: DrewForDealer, to: Reader): string {
  const [first, ...others] = rounds.map((round) =>
    round.map(({ seat, card }) => `${nameOf(seat, to)} ${face(card, to.names)}`).join(", "),
  );
  const sentences = [t("Drawn for the deal: {cards}.", { cards: first! })];
  for (const cards of others) sentences.push(t("Those who tie draw again: {cards}.", { cards }));
  return sentences.join(" ");
}

function played(event: Played, to: Reader): string {
  const { names } = to;
  const sources: Record<string, Term> = { stock: names.stock, discard: names.discard.numbered(event.number) };
  const values = {
    seat: nameOf(event.seat, to),
    wild: names.wild,
    card: theFace(event.stands_for, names),
    source: sources[event.source] ?? names.hand,
    owner: nameOf(event.owner, to),
    pile: names.building,
    number: event.pile,
  };
  if (event.owner !== event.seat)
    return event.card === WILD
      ? t("{seat}: {wild} as {card} from {source} ({owner}) to {pile} {number}.", values)
      : t("{seat}: {card} from {source} ({owner}) to {pile} {number}.", values);
  return event.card === WILD
    ? t("{seat}: {wild} as {card} from {source} to {pile} {number}.", values)
    : t("{seat}: {card} from {source} to {pile} {number}.", values);
}

/** How a game ended, without the counts of cards left. */
export function outcomeSentences(outcome: Outcome, to: Reader): string[] {
  const sentences = [];
  if (outcome.how === "blocked")
    sentences.push(t("The game is blocked: everybody passed in turn, and nothing can change any more."));
  sentences.push(won(outcome, to));
  return sentences;
}

function ended({ outcome }: Ended, to: Reader): string {
  const sentences = outcomeSentences(outcome, to);
  const counts = outcome.left.map((count, seat) => `${nameOf(seat, to)} ${count}`).join(", ");
  sentences.push(t("Cards left in the {pile:s}: {counts}.", { pile: to.names.stock, counts }));
  return sentences.join(" ");
}

function won({ winners, points }: Outcome, to: Reader): string {
  if (!winners.length) return t("Nobody wins and nobody scores.");
  if (to.own === null || !winners.includes(to.own))
    return t("The game is won by {seats}. Points: {points}.", {
      seats: winners.map((seat) => nameOf(seat, to)).join(" + "),
      points,
    });
  if (winners.length === 1) return t("You have won the game and score {points}.", { points });
  return t("Your side has won the game and scores {points}.", { points });
}
