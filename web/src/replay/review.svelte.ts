/** A replay with its analysis: the decision on the board, and the mistakes to go to. */
import { chancesAt, decisionAt, endOf, mistakesOf, strokesOf, turningPoint } from "../analysis/analysis";
import type { AnalysisRun } from "../analysis/analysis-run.svelte";
import { percent } from "../analysis/points";
import { bySide } from "../analysis/sides";
import { luckSentence, placesOfBetter, strokeSentence, verdictOn } from "../analysis/verdict";
import { pileNames } from "../catalogue/editions";
import { t } from "../i18n/i18n.svelte";
import { announcer } from "../services/announcer.svelte";
import { replayNames, sceneAt } from "./frames";
import type { Playback } from "./playback.svelte";

export class Review {
  constructor(
    readonly run: AnalysisRun,
    readonly playback: Playback,
  ) {}

  readonly found = $derived.by(() => this.run.found);
  readonly sides = $derived.by(() => bySide(replayNames(this.playback.replay), this.playback.replay.teams.length));
  /** The chances of the sides at the move on the board, in words: “Ann 52 %, North 48 %”. */
  readonly chances = $derived.by(() => {
    const chances = this.found ? chancesAt(this.found, this.playback.at) : [];
    return chances.map((chance, side) => `${this.sides[side]!} ${percent(chance)}`).join(", ");
  });
  /** The costliest first. */
  readonly mistakes = $derived.by(() => (this.found ? mistakesOf(this.found) : []));
  /** The greatest strokes of luck in words, and after how many moves they came. */
  readonly strokes = $derived.by(() => {
    const { found, playback } = this;
    if (!found) return [];
    const { edition, frames } = playback.replay;
    const reader = { names: pileNames(edition), seats: replayNames(playback.replay), own: null };
    return strokesOf(found).map((stroke) => {
      const move = endOf(stroke.made);
      return { move, text: strokeSentence(found, stroke, frames[move]!.happened, reader) };
    });
  });
  /** The decision that the next move belongs to; null at the end, and as long as nothing is known. */
  readonly decision = $derived.by(() => this.found && decisionAt(this.found, this.playback.at));
  /** The same, if it was a mistake. */
  readonly mistake = $derived.by(() => this.mistakes.find((made) => made === this.decision) ?? null);
  /** What the seat of a mistake saw where the better line differs. */
  readonly seen = $derived.by(() => {
    const { mistake, playback } = this;
    return mistake ? sceneAt(playback.replay, turningPoint(mistake), mistake.seat, false) : playback.scene;
  });
  readonly verdict = $derived.by(() => this.found && this.mistake && verdictOn(this.found, this.mistake, this.seen));
  /** What was seen after the decision on the board has brought, in words. */
  readonly luck = $derived.by(() => {
    const { found, decision } = this;
    return found && decision && luckSentence(found, decision, replayNames(this.playback.replay));
  });
  /** The places of the better moves, where they can still be made. */
  readonly better = $derived.by(() => {
    const { mistake, playback, seen } = this;
    return mistake && turningPoint(mistake) === playback.at ? placesOfBetter(mistake, seen, playback.scene) : [];
  });
  /** The places of the first of them. */
  readonly hint = $derived.by(() => this.better[0] ?? []);
  readonly #places = $derived.by(() => this.mistakes.map(turningPoint).sort((one, other) => one - other));
  /** The moves before and after the one on the board in which mistakes were made; null if there are none. */
  readonly previous = $derived.by(() => this.#places.filter((place) => place < this.playback.at).at(-1) ?? null);
  readonly next = $derived.by(() => this.#places.find((place) => place > this.playback.at) ?? null);

  /** Goes to a move in which a mistake was made, and has the verdict read aloud. */
  show(move: number | null): void {
    if (move === null) return;
    this.playback.jump(move);
    const { verdict, luck } = this;
    if (verdict) announcer.say([verdict.cost, t("Better: {move}", { move: verdict.better }), ...verdict.reasons, luck].join(" "));
  }
}
