/** Tries the decisions of a finished game in ever more worlds, as src/skipbo/coach/analysis.py does. */
import { hexToBytes } from "@noble/hashes/utils.js";

import {
  CANDIDATES,
  CHANCE,
  DECISION,
  DICE_SIZE,
  MOST_CARDS,
  PARAMETERS,
  ROWS,
  SEARCH,
  SEATS,
  STANDING,
  STATE,
  STEPS,
  SURENESS,
  WORKSPACE_SIZE,
  WORLDS_A_TRIAL,
  type Address,
} from "../generated/kernel";
import type { KernelGame } from "../kernel/game";
import type { GameRecord } from "../kernel/game-record";
import type { Kernel } from "../kernel/module";
import { moveText } from "../kernel/notation";
import { dealtAgain, KITCHEN } from "../kernel/replay";
import { advisor } from "../local/advisor";
import { parametersOf } from "../local/chooser";
import { strengthsAt } from "../local/strengths";
import { alike, type Decision } from "./analysis";
import { segmentsOf, type Segment } from "./segments";

const NUMBER_BYTES = 8;
const POLICY = "planner";

/** The memory of the kernel for what a trial needs besides the decision. */
function desk(kernel: Kernel) {
  return {
    game: kernel.allocate(STATE.size),
    line: kernel.allocate(STEPS),
    bot: kernel.allocate(PARAMETERS.size),
    dice: kernel.allocate(DICE_SIZE), // which nobody rolls, because the planner plays its best
    strengths: kernel.allocate(NUMBER_BYTES * ROWS * (MOST_CARDS + 1)),
    standing: kernel.allocate(NUMBER_BYTES * STANDING),
    worlds: kernel.allocate(STATE.size * WORLDS_A_TRIAL),
    workspace: kernel.allocate(WORKSPACE_SIZE),
    chances: kernel.allocate(NUMBER_BYTES * CANDIDATES * SEATS),
  };
}

export class Analyst {
  readonly segments: Segment[];
  readonly #game: KernelGame;
  readonly #parameters: number[];
  readonly #desk: ReturnType<typeof desk>;
  readonly #advise: ReturnType<typeof advisor>;
  /** Where the kernel keeps each decision that was tried. */
  readonly #decisions: Address[] = [];

  constructor(
    readonly kernel: Kernel,
    record: GameRecord,
  ) {
    const dealt = record.referee !== KITCHEN && record.seed ? dealtAgain(kernel, hexToBytes(record.seed), record) : null;
    if (!dealt) throw new Error("this game cannot be analysed");
    const { game } = dealt;
    this.#game = game;
    this.segments = segmentsOf(kernel, game, record.moves);
    const { edition, players, sides } = game.seating;
    this.#parameters = parametersOf(POLICY, edition, players, sides);
    this.#advise = advisor(kernel);
    this.#desk = desk(kernel);
    this.#write(this.#desk.bot, this.#parameters);
    this.#write(this.#desk.strengths, strengthsAt(game.seating, SURENESS));
  }

  /** Tries a decision in so many more worlds. */
  try(number: number, count: number): Decision {
    const { kernel, segments } = this;
    const { game, line, bot, dice, strengths, standing, worlds, workspace, chances } = this.#desk;
    const { state, codes } = segments[number]!;
    const made = (this.#decisions[number] ??= kernel.allocate(DECISION.size));
    kernel.bytes(game, STATE.size).set(state);
    kernel.bytes(line, STEPS).set(codes);
    kernel.doors.try_decision(
      ...([game, number, line, codes.length, count, bot, dice, strengths] as const),
      ...([standing, worlds, workspace, chances, made] as const),
    );
    return this.#read(segments[number]!, made);
  }

  #read(segment: Segment, made: Address): Decision {
    const { seat, first, codes } = segment;
    const { players, sides } = this.#game.seating;
    const [worlds, found, played] = [DECISION.worlds, DECISION.best, DECISION.played].map((field) => this.#numbers(made + field, 1)[0]!);
    const best = found === played ? codes : this.#candidate(made, found!);
    const [cost, square] = [DECISION.cost, DECISION.square].map((field) => this.#numbers(made + field, 1)[0]!);
    const variance = Math.max(square! / worlds! - (cost! / worlds!) ** 2, 0);
    const written = (line: number[]) => line.map((code) => moveText(code, seat, players, sides));
    return {
      seat,
      first,
      played: written(codes),
      best: written(best),
      before: this.#numbers(made + DECISION.before, sides),
      after: this.#numbers(made + DECISION.after, sides),
      cost: cost!,
      error: Math.sqrt(variance / worlds!) / CHANCE,
      reasons: found === played ? [] : this.#reasons(segment, best),
    };
  }

  #candidate(made: Address, number: number): number[] {
    const search = made + DECISION.search;
    const [steps] = this.#numbers(search + SEARCH.steps + NUMBER_BYTES * number, 1);
    return [...this.kernel.bytes(search + SEARCH.moves + STEPS * number, steps!)];
  }

  /** Why a line is better than what was played, by the first move in which they differ. */
  #reasons({ seat, state, codes }: Segment, best: number[]): Decision["reasons"] {
    const common = alike(codes, best);
    const [worse, better] = [codes[common], best[common]];
    if (worse === undefined || better === undefined) return [];
    this.#game.restore(state);
    for (const code of codes.slice(0, common)) this.#game.step(code);
    return this.#advise(this.#game.seenBy(seat), this.#parameters, { better, worse }).sentences;
  }

  #write(place: Address, numbers: readonly number[]): void {
    new BigInt64Array(this.kernel.doors.memory.buffer, place, numbers.length).set(numbers.map(BigInt));
  }

  #numbers(place: Address, count: number): number[] {
    return [...new BigInt64Array(this.kernel.doors.memory.buffer, place, count)].map(Number);
  }
}
