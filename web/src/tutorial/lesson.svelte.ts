/** The tutorial as it goes on: a small game that the engine has played, and the learner plays again, step by step. */
import type { Scene } from "../board/model/scene";
import { seatNames } from "../catalogue/seat-names";
import type { GameView } from "../generated/protocol";
import data from "../generated/tutorial.json";
import type { TableEvent } from "../net/events";
import { AS_WRITTEN, labelledEvent, labelledGame, labelledMove, labelsFor, type Labels } from "./pile-labels";

interface Frame {
  move: string | null;
  happened: TableEvent[];
  game: GameView;
  hand: number[];
  legal: string[];
}

export const EDITION = data.edition;
export const STEPS = data.steps;
export const LEARNER = 0;
const FRAMES = data.frames as unknown as Frame[];

export class Lesson {
  /** The frame that is shown. */
  at = $state(0);
  /** The learner has made a move that is legal, but none of the story. */
  strayed = $state(false);
  /** The learner wants to be shown what to do. */
  helped = $state(true); // with the first step everybody is
  #labels = $state.raw<Labels>(AS_WRITTEN);

  readonly frame = $derived(FRAMES[this.at]!);
  readonly over = $derived(this.at === FRAMES.length - 1);
  readonly step = $derived(STEPS.filter((step) => step.at <= this.at).length - 1);
  /** Whether the other player is at it. */
  readonly waiting = $derived(!this.over && this.frame.game.turn !== LEARNER);

  /** The move that the story goes on with, while it is the learner's. */
  readonly wanted = $derived(
    this.over || this.waiting ? null : labelledMove(FRAMES[this.at + 1]!.move!, this.#labels),
  );
  readonly hint = $derived(this.strayed || this.helped ? this.wanted : null);

  readonly scene: Scene = $derived({
    version: this.at,
    edition: EDITION,
    game: labelledGame(this.frame.game, this.#labels, LEARNER),
    seats: seatNames([null, null]).map((name, seat) => {
      const person = seat === LEARNER;
      return { name, bot: person ? null : "", person, here: true };
    }),
    own: LEARNER,
    hand: this.frame.hand,
    hands: null,
    legal: this.frame.legal.map((move) => labelledMove(move, this.#labels)),
    happened: this.frame.happened.map((event) => labelledEvent(event, this.#labels, LEARNER)),
  });

  /** The learner's move: whether the story goes on with it. */
  play(move: string): boolean {
    if (this.wanted === null) return false;
    const labels = labelsFor(move, this.wanted, this.scene.game, this.#labels, LEARNER);
    this.strayed = labels === null;
    if (labels === null) return false;
    this.#labels = labels;
    this.advance();
    return true;
  }

  advance(): void {
    if (this.over) return;
    this.at += 1;
    if (STEPS.some((step) => step.at === this.at)) this.helped = false;
  }

  restart(): void {
    this.#labels = AS_WRITTEN;
    this.at = 0;
    this.strayed = false;
    this.helped = true;
  }
}
