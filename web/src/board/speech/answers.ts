/** The answers to questions about the table. Loaded with the first question. */
import { capital, t } from "../../i18n/i18n.svelte";
import type { PileNames } from "../../i18n/term";
import { faces } from "../../narration/card-names";
import type { Reader } from "../../narration/reader";
import { sentencesOf } from "../../narration/sentences";
import type { TableEvent } from "../../net/events";
import type { Scene } from "../model/scene";
import { otherSeats } from "../model/seating";
import { buildingName, discardName, placeName, stockName } from "./place-labels";
import type { Question } from "./questions";

export function answer(question: Question, scene: Scene, names: PileNames, past: readonly TableEvent[], to: Reader): string {
  switch (question) {
    case "hand":
      return sentences(ownCards(scene, names));
    case "piles":
      return sentences([
        ...scene.game.building.map((cards, at) => buildingName(at + 1, cards, names)),
        placeName(scene, "draw", names),
      ]);
    case "others":
      return sentences(otherSeats(scene).flatMap((seat) => cardsOf(scene, seat, names)));
    case "last":
      return sentencesOf(past, to).map((sentence) => sentence.text).join(" ") || t("Nothing has happened since you joined.");
  }
}

function ownCards(scene: Scene, names: PileNames): string[] {
  if (scene.own === null) return [t("You are watching.")];
  const hand = t("{place}: {cards}", { place: names.hand, cards: faces(scene.hand, names) || t("no card") });
  return [hand, ...pilesOf(scene, scene.own, names)];
}

function cardsOf(scene: Scene, seat: number, names: PileNames): string[] {
  return [placeName(scene, `${seat}h`, names), ...pilesOf(scene, seat, names)];
}

function pilesOf(scene: Scene, seat: number, names: PileNames): string[] {
  const discards = scene.game.discards[seat] ?? [];
  const lying = discards.flatMap((cards, at) => (cards.length ? [discardName(at + 1, cards, names)] : []));
  return [stockName(scene, seat, names), ...lying];
}

function sentences(parts: readonly string[]): string {
  return parts.map((part) => `${capital(part)}.`).join(" ");
}
