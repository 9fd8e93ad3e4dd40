/** Announces to screen readers what happens: all events, or only turns and what concerns the player; and what the player chooses. */
import { pileNames } from "../../catalogue/editions";
import { capital, n, t } from "../../i18n/i18n.svelte";
import type { PileNames } from "../../i18n/term";
import { theFace } from "../../narration/card-names";
import { rulesBehind } from "../../narration/rulings";
import type { Reader } from "../../narration/reader";
import { sentencesOf } from "../../narration/sentences";
import type { TableEvent } from "../../net/events";
import { announcer } from "../../services/announcer.svelte";
import { settings } from "../../services/settings.svelte";
import type { Move } from "../model/move-notation";
import { cardAt, LOW_STOCK, type Place } from "../model/places";
import type { Scene } from "../model/scene";

export function readerOf(scene: Scene): Reader {
  return {
    names: pileNames(scene.edition),
    seats: scene.seats.map(({ name }) => name),
    own: scene.own,
  };
}

/**
 * Announces the events that led to a scene. Only a player's own turn interrupts. Rulings of a kitchen table are left out
 * at a live board, because the kitchen panel announces them with their rules.
 */
export function announceEvents(scene: Scene, plays: boolean): void {
  const happened = scene.happened ?? [];
  for (const { text, index } of sentencesOf(happened, readerOf(scene))) {
    const event = happened[index]!;
    if (plays && rulesBehind(event).length) continue;
    if (plays && isUrgent(event, scene.own)) announcer.sayNow(text);
    else if (settings.tellAll || concerns(event, scene.own)) announcer.say(text);
  }
  for (const seat of lowered(scene)) if (settings.tellAll || seat === scene.own) announcer.say(cardsLeft(seat, scene));
}

/** The chosen card and its targets: “7 chosen. It can go to: building pile 2; discard pile 1, 2, 3, 4”. */
export function choiceLabel(scene: Scene, place: Place, moves: readonly Move[], names: PileNames): string {
  const numbers = (letter: string): string => moves.flatMap(({ target }) => (target?.startsWith(letter) ? target.slice(1) : [])).join(", ");
  const piles = [
    [names.building, numbers("b")],
    [names.discard, numbers("d")],
  ];
  return t("{card} chosen. It can go to: {places}", {
    card: capital(theFace(cardAt(scene, place) ?? 0, names)),
    places: piles.flatMap(([pile, which]) => (which ? `${pile} ${which}` : [])).join("; "),
  });
}

/** The seats whose stock piles have become nearly empty by the events of a scene. */
function lowered({ happened, game }: Scene): number[] {
  return game.stocks.flatMap(({ count }, seat) => {
    const played = happened?.filter((event) => event.type === "played" && event.source === "stock" && event.owner === seat);
    return count && count <= LOW_STOCK && count + (played?.length ?? 0) > LOW_STOCK ? seat : [];
  });
}

function cardsLeft(seat: number, scene: Scene): string {
  const { count } = scene.game.stocks[seat]!;
  const { names, seats, own } = readerOf(scene);
  if (seat === own)
    return n("You have {count} card left in the {pile}.", "You have {count} cards left in the {pile}.", count, { pile: names.stock });
  return n("{seat} has {count} card left in the {pile}.", "{seat} has {count} cards left in the {pile}.", count, {
    seat: seats[seat]!,
    pile: names.stock,
  });
}

function isUrgent(event: TableEvent, own: number | null): boolean {
  return event.type === "turn_began" && event.seat === own;
}

/** Whether a player who wants to hear little hears this event. */
export function concerns(event: TableEvent, own: number | null): boolean {
  switch (event.type) {
    case "drew":
    case "turned":
      return event.seat === own;
    case "played":
      return event.seat === own || event.owner === own;
    case "discarded":
    case "passed":
    case "readied":
      return event.seat === own;
    case "turn_began":
    case "completed":
    case "shuffled":
      return false;
    default:
      return true;
  }
}
