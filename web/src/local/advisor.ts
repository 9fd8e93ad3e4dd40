/** Advice for a move: what the planner would play, and why, as src/skipbo/coach finds it. */
import {
  ADVICE,
  COURSE,
  DICE_SIZE,
  MOVES,
  PARAMETERS,
  STATE,
  TEXTS,
  WORKSPACE_SIZE,
  type Address,
} from "../generated/kernel";
import type { HintSentence } from "../generated/protocol";
import type { Kernel } from "../kernel/module";

/** The kernel's numbers of the moves, and the reasons. */
export interface Advice {
  line: number[];
  wins: boolean;
  /** The best of the worse moves; null if there is none. */
  against: number | null;
  sentences: HintSentence[];
}

const NUMBER_BYTES = 8;
const NONE = -1;
/** At least one for each feature, and one more: src/skipbo/coach/course.py. */
const PROBES = PARAMETERS.size / NUMBER_BYTES;

/** Two moves of which one is better, as the kernel's numbers. */
export interface Comparison {
  better: number;
  worse: number;
}

const WHY_BEST: Comparison = { better: NONE, worse: NONE };

/** Advice for a view, by the planner's parameters; the reasons are for its best move, or for one of two that are compared. */
export function advisor(kernel: Kernel): (view: Uint8Array, parameters: number[], compared?: Comparison) => Advice {
  const { doors } = kernel;
  const [seen, bot, dice, workspace] = [STATE.size, PARAMETERS.size, DICE_SIZE, WORKSPACE_SIZE].map((size) => kernel.allocate(size));
  const probes = kernel.allocate(PROBES * PARAMETERS.size);
  const [worths, codes] = [kernel.allocate(3 * NUMBER_BYTES * MOVES), kernel.allocate(NUMBER_BYTES * MOVES)];
  const [courses, advice] = [kernel.allocate(MOVES * COURSE.size), kernel.allocate(ADVICE.size)];
  const numbers = (place: Address, count: number) => new BigInt64Array(doors.memory.buffer, place, count);
  const number = (place: Address) => Number(numbers(place, 1)[0]);
  return (view, parameters, { better, worse } = WHY_BEST) => {
    kernel.bytes(seen!, STATE.size).set(view);
    kernel.bytes(dice!, DICE_SIZE)[0] = 1; // dice never start at zero
    numbers(bot!, parameters.length).set(parameters.map(BigInt));
    const count = doors.advise(bot!, seen!, dice!, workspace!, probes, worths, codes, courses, advice, better, worse);
    const steps = number(courses + COURSE.steps);
    const against = doors.next_best(courses, count);
    return {
      line: [...kernel.bytes(courses + COURSE.moves, steps)],
      wins: number(courses + COURSE.winning) > 0,
      against: against === NONE ? null : kernel.bytes(courses + against * COURSE.size + COURSE.moves, 1)[0]!,
      sentences: Array.from({ length: number(advice + ADVICE.count) }, (_, row) => sentence(row)),
    };
  };

  function sentence(row: number): HintSentence {
    const at = (field: number) => number(advice + field + row * NUMBER_BYTES);
    const named = (field: number) => (at(field) === NONE ? null : at(field));
    const { card, needed, seat, pile } = ADVICE;
    return { text: TEXTS[at(ADVICE.text)]!, card: named(card), needed: named(needed), seat: named(seat), pile: named(pile) };
  }
}
