/** The state of the tutorial: a game that the engine played, which the learner repeats step by step. */
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
const SEATS = [
  { name: null, bot: null, person: true },
  { name: null, bot: "bot", person: false },
];
const FRAMES = data.frames as unknown as Frame[];

export class Lesson {
  /** The index of the frame on the board. */
  at = $state(0);
  /** Whether the learner has made a legal move that is not the scripted one. */
  strayed = $state(false);
  /** Whether the scripted move is highlighted. */
  helped = $state(true); // at the first step, always
  #labels = $state.raw<Labels>(AS_WRITTEN);

  readonly frame = $derived(FRAMES[this.at]!);
  readonly over = $derived(this.at === FRAMES.length - 1);
  readonly step = $derived(STEPS.filter((step) => step.at <= this.at).length - 1);
  /** Whether it is the other player's turn. */
  readonly waiting = $derived(!this.over && this.frame.game.turn !== LEARNER);

  /** The scripted move; null while the learner has none to make. */
  readonly wanted = $derived(
    this.over || this.waiting ? null : labelledMove(FRAMES[this.at + 1]!.move!, this.#labels),
  );
  readonly hint = $derived(this.strayed || this.helped ? this.wanted : null);

  readonly scene: Scene = $derived({
    version: this.at,
    edition: EDITION,
    game: labelledGame(this.frame.game, this.#labels, LEARNER),
    seats: seatNames(SEATS).map((name, seat) => ({ ...SEATS[seat]!, name, here: true })),
    own: LEARNER,
    hand: this.frame.hand,
    hands: null,
    legal: this.frame.legal.map((move) => labelledMove(move, this.#labels)),
    happened: this.frame.happened.map((event) => labelledEvent(event, this.#labels, LEARNER)),
  });

  /** Makes the learner's move if it is the scripted one. Returns whether it is. */
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
