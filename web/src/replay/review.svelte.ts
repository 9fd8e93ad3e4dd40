/** A replay with its analysis: the decision on the board, and the mistakes to go to. */
import { mistakesOf, decisionAt, turningPoint, type Decision } from "../analysis/analysis";
import type { AnalysisRun } from "../analysis/analysis-run.svelte";
import { namesOfSides } from "../analysis/sides";
import { placesOfBetter, verdictOn } from "../analysis/verdict";
import { replayNames, sceneAt } from "./frames";
import type { Playback } from "./playback.svelte";

export class Review {
  constructor(
    readonly run: AnalysisRun,
    readonly playback: Playback,
  ) {}

  readonly found = $derived.by(() => this.run.found);
  readonly sides = $derived.by(() => namesOfSides(replayNames(this.playback.replay), this.playback.replay.teams.length));
  /** The costliest first. */
  readonly mistakes = $derived.by(() => (this.found ? mistakesOf(this.found) : []));
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
  /** The places of the better move, where it can still be made. */
  readonly hint = $derived.by(() => {
    const { mistake, playback, seen } = this;
    return mistake && turningPoint(mistake) === playback.at ? placesOfBetter(mistake, seen, playback.scene) : [];
  });
  readonly #places = $derived.by(() => this.mistakes.map(turningPoint).sort((one, other) => one - other));
  /** The moves before and after the one on the board in which mistakes were made; null if there are none. */
  readonly previous = $derived.by(() => this.#places.filter((place) => place < this.playback.at).at(-1) ?? null);
  readonly next = $derived.by(() => this.#places.find((place) => place > this.playback.at) ?? null);

  show(mistake: Decision): void {
    this.playback.jump(turningPoint(mistake));
  }
}
