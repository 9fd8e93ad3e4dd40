/** The reasons that a player gets for a try that is not a legal move: click, drag and key all end here. Loaded then. */
import { capital, t } from "../i18n/i18n.svelte";
import type { PileNames } from "../i18n/term";
import { faces, theFace } from "../narration/card-names";
import { cardAt, nextCard, type Place } from "./model/places";
import type { Scene } from "./model/scene";

/** A try: the place that was pressed, or on which the card of another place was to go. */
export interface Attempt {
  place: Place;
  /** The place of the card; null if none was chosen. */
  source: Place | null;
  /** Whether the player has any legal move. */
  canMove: boolean;
}

export function refusalReason({ place, source, canMove }: Attempt, scene: Scene, names: PileNames): string {
  if (scene.game.outcome) return t("The game is over.");
  if (!canMove) return t("It is somebody else's turn.");
  return source === null ? whyNotFrom(place, scene, names) : whyNotTo(place, cardAt(scene, source), scene, names);
}

/** Why the chosen card cannot go to a place. */
function whyNotTo(place: Place, card: number | null | undefined, scene: Scene, names: PileNames): string {
  const pile = place.startsWith("b") ? scene.game.building[Number(place.slice(1)) - 1] : undefined;
  const needed = pile && nextCard(pile);
  if (needed === undefined || card === needed) return t("This card cannot go there now.");
  return t("This {pile} needs {needed:a}.", { pile: names.building, needed: theFace(needed, names) });
}

/** Why no card can be chosen at a place. */
function whyNotFrom(place: Place, scene: Scene, names: PileNames): string {
  if (place.startsWith("b")) return t("Choose a card first, then where it goes.");
  const card = cardAt(scene, place);
  if (card === null) return t("There is no card here.");
  const needed = scene.game.building.map(nextCard);
  if (!card || !place.startsWith(`${scene.own}`) || needed.includes(card)) return t("This card cannot be played now.");
  const values = { card: theFace(card, names), pile: names.building, numbers: faces(needed, names) };
  return capital(t("{card} fits nowhere now. The next cards on {pile:s} 1 to 4 are {numbers}.", values));
}
