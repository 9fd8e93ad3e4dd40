/** The names of places for screen readers: the cards that lie there, and what can be done with them. */
import { n, t } from "../../i18n/i18n.svelte";
import type { PileNames } from "../../i18n/term";
import { face, faces, theFace } from "../../narration/card-names";
import type { Mark } from "../model/board-context";
import type { Place } from "../model/places";
import type { Scene } from "../model/scene";
import { bottomSeat, openHand } from "../model/seating";

/** The full name of a place: “7, hand, can be played”. */
export function placeLabel(scene: Scene, place: Place, names: PileNames, marks: readonly Mark[], playable = true): string {
  const state = stateOf(marks, playable);
  return [placeName(scene, place, names), ...state].join(", ");
}

function stateOf(marks: readonly Mark[], playable: boolean): string[] {
  const states: string[] = [];
  if (marks.includes("can")) states.push(playable ? t("can be played") : t("can be discarded"));
  if (marks.includes("chosen")) states.push(t("chosen"));
  if (marks.includes("target")) states.push(t("the chosen card can go here"));
  if (marks.includes("hinted")) states.push(t("hint"));
  if (marks.includes("pending")) states.push(t("not confirmed yet"));
  return states;
}

/** The name of a place with its cards, without what can be done with them. */
export function placeName(scene: Scene, place: Place, names: PileNames): string {
  const { game } = scene;
  const [, position] = /^h(\d+)$/.exec(place) ?? [];
  if (position !== undefined) {
    const card = openHand(scene, bottomSeat(scene))?.[Number(position)];
    return card === undefined ? t("no card") : `${face(card, names)}, ${names.hand}`;
  }
  const [, building] = /^b(\d)$/.exec(place) ?? [];
  if (building) return buildingName(Number(building), game.building[Number(building) - 1] ?? [], names);
  if (place === "draw") return drawName(scene, names);
  const [, owner, pile = "", number] = /^(\d)(s|h|d(\d))$/.exec(place) ?? [];
  const seat = Number(owner);
  const named = pileName(scene, seat, pile, Number(number), names);
  return seat === scene.own ? named : `${scene.seats[seat]?.name ?? ""}, ${named}`;
}

function pileName(scene: Scene, seat: number, pile: string, number: number, names: PileNames): string {
  if (pile === "h") return handName(scene, seat, names);
  if (pile === "s") return stockName(scene, seat, names);
  return discardName(number, scene.game.discards[seat]?.[number - 1] ?? [], names);
}

export function buildingName(number: number, cards: readonly number[], names: PileNames): string {
  const pile = names.building.numbered(number);
  if (!cards.length) return t("{pile}, empty", { pile });
  const reached = t("{pile}, reached {card}", { pile, card: theFace(cards.length, names) });
  return cards.at(-1) === 0 ? `${reached} (${names.wild})` : reached;
}

export function discardName(number: number, cards: readonly number[], names: PileNames): string {
  const place = names.discard.numbered(number);
  const [top, ...beneath] = [...cards].reverse();
  if (top === undefined) return t("{place}: {cards}", { place, cards: t("no card") });
  if (!beneath.length) return t("{place}: {cards}", { place, cards: face(top, names) });
  return t("{place}: {card} on top, then {cards}", { place, card: face(top, names), cards: faces(beneath, names) });
}

export function stockName(scene: Scene, seat: number, names: PileNames): string {
  const { top, count } = scene.game.stocks[seat] ?? { top: null, count: 0 };
  if (!count) return t("{place}: {cards}", { place: names.stock, cards: t("no card") });
  const left = n("{count} card left", "{count} cards left", count);
  return top === null ? `${names.stock}, ${left}` : `${t("{place}: {cards}", { place: names.stock, cards: face(top, names) })}, ${left}`;
}

function drawName({ game }: Scene, names: PileNames): string {
  const left = `${names.draw}, ${n("{count} card", "{count} cards", game.draw)}`;
  const exposed = game.kitchen?.exposed ?? [];
  if (!exposed.length) return left;
  const place = t("face up on the {pile}", { pile: names.draw });
  return `${left}, ${t("{place}: {cards}", { place, cards: faces([...exposed].reverse(), names) })}`;
}

function handName(scene: Scene, seat: number, names: PileNames): string {
  const cards = openHand(scene, seat);
  if (cards) return t("{place}: {cards}", { place: names.hand, cards: faces(cards, names) || t("no card") });
  return `${names.hand}, ${n("{count} card", "{count} cards", scene.game.hands[seat] ?? 0)}`;
}
