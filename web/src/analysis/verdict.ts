/** What is said of a decision. */
import { handSource, parseMove } from "../board/model/move-notation";
import { placesOfMove, type Place } from "../board/model/places";
import { bottomSeat } from "../board/model/seating";
import type { Scene } from "../board/model/scene";
import { pileNames } from "../catalogue/editions";
import { t } from "../i18n/i18n.svelte";
import type { Reader } from "../narration/reader";
import { sentenceOf } from "../narration/sentences";
import type { TableEvent } from "../net/events";
import { moveSentence } from "../table/hints/move-sentence";
import { reasonSentence } from "../table/hints/reason-sentence";
import { costOf, endOf, luckAfter, share, turningPoint, type Analysis, type Decision, type Stroke } from "./analysis";
import { change, points } from "./points";
import { bySide } from "./sides";

export interface Verdict {
  cost: string;
  played: string;
  better: string;
  reasons: string[];
}

/** The verdict on a mistake. `scene` is what its seat saw where the better line differs. */
export function verdictOn(analysis: Analysis, made: Decision, scene: Scene): Verdict {
  const names = pileNames(scene.edition);
  const apart = turningPoint(made) - made.first;
  const cost = points(costOf(analysis, made));
  return {
    cost: t("{seat} lost {cost} points ({error}).", { seat: scene.seats[made.seat]!.name, cost, error: `±\u00a0${points(made.error)}` }),
    played: moveSentence(made.played[apart]!, scene, names),
    better: moveSentence(made.best[apart]!, scene, names),
    reasons: made.reasons.flatMap((reason) => reasonSentence(reason, scene, names) ?? []),
  };
}

/** What was seen after a decision has brought the side that made it. */
export function luckSentence(analysis: Analysis, made: Decision, names: readonly string[]): string {
  const luck = share(analysis, luckAfter(analysis, made, made.seat % analysis.sides));
  return t("Luck: {points} points for {seat}.", { points: change(luck), seat: names[made.seat]! });
}

/** A stroke of luck in words, with the cards that were drawn or turned over then. */
export function strokeSentence(analysis: Analysis, { made, side, luck }: Stroke, happened: readonly TableEvent[], to: Reader): string {
  const brought = t("After move {number}: {luck} points for {side}.", {
    ...{ number: endOf(made), luck: change(share(analysis, luck)), side: bySide(to.seats, analysis.sides)[side]! },
  });
  const seen = happened.filter(({ type }) => type === "drew" || type === "turned").map((event) => sentenceOf(event, to));
  return [brought, ...seen].join(" ");
}

/**
 * The places of the better moves, from the one in which the lines differ, on a board that may show the game to another
 * seat, or with all cards open. Each card of the hand is moved once.
 */
export function placesOfBetter(made: Decision, seen: Scene, board: Scene): Place[][] {
  const isBelow = made.seat === bottomSeat(board);
  const moved = new Set<Place>();
  return made.best.slice(turningPoint(made) - made.first).map((move) => {
    const { source } = parseMove(move);
    const [from, ...to] = placesOfMove(seen, move);
    const copies = seen.hand.flatMap((card, position) => (handSource(card) === source ? [`h${position}`] : []));
    const place = copies.find((copy) => !moved.has(copy)) ?? from;
    if (place === undefined) return [];
    moved.add(place);
    return [isBelow || !/^h\d/.test(place) ? place : `${made.seat}h`, ...to];
  });
}
