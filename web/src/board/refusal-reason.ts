/** The reasons that a player gets for a try that is not a legal move: click, drag and key all end here. Loaded then. */
import { capital, t } from "../i18n/i18n.svelte";
import type { PileNames } from "../i18n/term";
import { faces, theFace } from "../narration/card-names";
import type { Move } from "./model/move-notation";
import { cardAt, nextCard, targetAt, type Place } from "./model/places";
import type { Scene } from "./model/scene";

/** A try: the place that was pressed, or on which the card of another place was to go. */
export interface Attempt {
  place: Place;
  /** The place of the card; null if none was chosen. */
  source: Place | null;
  legal: readonly Move[];
}

export function refusalReason({ place, source, legal }: Attempt, scene: Scene, names: PileNames): string {
  if (scene.game.outcome) return t("The game is over.");
  if (!legal.length) return t("It is somebody else's turn.");
  return source === null ? whyNotFrom(place, scene, names) : whyNotTo(place, source, legal, scene, names);
}

/** Why the chosen card cannot go to a place. */
function whyNotTo(place: Place, source: Place, legal: readonly Move[], scene: Scene, names: PileNames): string {
  const needed = neededAt(place, scene);
  if (needed !== null && cardAt(scene, source) !== needed)
    return t("This {pile} needs {needed:a}.", { pile: names.building, needed: theFace(needed, names) });
  const discards = legal.filter(({ target }) => target !== null && target === targetAt(scene, place));
  const onlyFromHand = discards.length > 0 && discards.every((move) => move.source.startsWith("h"));
  if (onlyFromHand && !source.startsWith("h")) return t("Only a card of your {hand} can be discarded.", { hand: names.hand });
  return t("This card cannot go there now.");
}

/** The card that a building pile needs; null at any other place. */
function neededAt(place: Place, scene: Scene): number | null {
  const pile = place.startsWith("b") ? scene.game.building[Number(place.slice(1)) - 1] : undefined;
  return (pile && nextCard(pile)) ?? null;
}

/** Why no card can be chosen at a place. */
function whyNotFrom(place: Place, scene: Scene, names: PileNames): string {
  const wanted = neededAt(place, scene);
  if (wanted !== null) {
    const values = { pile: names.building, needed: theFace(wanted, names) };
    return t("This {pile} needs {needed:a}. Choose a card first.", values);
  }
  const card = cardAt(scene, place);
  if (card === null) return t("There is no card here.");
  const needed = scene.game.building.map(nextCard);
  if (!card || !place.startsWith(`${scene.own}`) || needed.includes(card)) return t("This card cannot be played now.");
  const values = { card: theFace(card, names), pile: names.building, numbers: faces(needed, names) };
  return capital(t("{card} fits nowhere now. The next cards on {pile:s} 1 to 4 are {numbers}.", values));
}
