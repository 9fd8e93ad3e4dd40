/** What is said of a decision. */
import { placesOfMove, type Place } from "../board/model/places";
import { bottomSeat } from "../board/model/seating";
import type { Scene } from "../board/model/scene";
import { pileNames } from "../catalogue/editions";
import { t } from "../i18n/i18n.svelte";
import { moveSentence } from "../table/hints/move-sentence";
import { reasonSentence } from "../table/hints/reason-sentence";
import { costOf, turningPoint, type Analysis, type Decision } from "./analysis";
import { points } from "./points";

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

/** The places of the better move on a board that may show the game to another seat, or with all cards open. */
export function placesOfBetter(made: Decision, seen: Scene, board: Scene): Place[] {
  const places = placesOfMove(seen, made.best[turningPoint(made) - made.first]!);
  const isBelow = made.seat === bottomSeat(board);
  return places.map((place) => (isBelow || !/^h\d/.test(place) ? place : `${made.seat}h`));
}
