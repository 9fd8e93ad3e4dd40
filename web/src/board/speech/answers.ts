/** Answers to who asks about the table; fetched with the first question. */
import type { Happening } from "../../generated/protocol";
import { capital, t, type Names } from "../../i18n/i18n.svelte";
import { faces, tellAll, type Listener } from "../../narration/sentences";
import type { Scene } from "../model/scene";
import { otherSeats } from "../model/seating";
import { buildingName, discardName, placeName, stockName } from "./place-labels";
import type { Question } from "./questions";

export function answer(question: Question, scene: Scene, names: Names, past: readonly Happening[], to: Listener): string {
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
      return tellAll(past, to).map((told) => told.text).join(" ") || t("Nothing has happened since you came.");
  }
}

function ownCards(scene: Scene, names: Names): string[] {
  if (scene.own === null) return [t("You are watching.")];
  const hand = t("{place}: {cards}", { place: t("hand"), cards: faces(scene.hand, names) || t("no card") });
  return [hand, ...pilesOf(scene, scene.own, names)];
}

function cardsOf(scene: Scene, seat: number, names: Names): string[] {
  return [placeName(scene, `${seat}h`, names), ...pilesOf(scene, seat, names)];
}

function pilesOf(scene: Scene, seat: number, names: Names): string[] {
  const discards = scene.game.discards[seat] ?? [];
  const lying = discards.flatMap((cards, at) => (cards.length ? [discardName(at + 1, cards, names)] : []));
  return [stockName(scene, seat, names), ...lying];
}

function sentences(parts: readonly string[]): string {
  return parts.map((part) => `${capital(part)}.`).join(" ");
}
