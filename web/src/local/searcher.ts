/** Bots that search: a move for a view, found in worlds that fit it, as src/skipbo/bots/searcher finds it on one thread. */
import {
  CANDIDATES,
  DICE_SIZE,
  MOST_CARDS,
  PARAMETERS,
  ROWS,
  SEARCH,
  SEATS,
  STANDING,
  STATE,
  TRIED,
  WORKSPACE_SIZE,
  WORLDS_A_TRIAL,
} from "../generated/kernel";
import type { Kernel } from "../kernel/module";
import type { Choose } from "./chooser";
import { strengthsAt } from "./strengths";

const NUMBER_BYTES = 8;
const SEED_BYTES = 32;
/** Every round halves the candidates and doubles the worlds, until two are left: the last has so many times the first's. */
const LAST_ROUND = 2 ** (Math.ceil(Math.log2(TRIED)) - 1);

export interface Searching {
  /** Of the first round. */
  worlds: number;
  edition: string;
  players: number;
  sides: number;
}

/** A bot that searches at a kind of table; `faces` are what its dice begin with. */
export function searcher(kernel: Kernel, faces: Uint8Array, searching: Searching): Choose {
  const { worlds } = searching;
  const [bot, seen, dice, workspace] = [PARAMETERS.size, STATE.size, DICE_SIZE, WORKSPACE_SIZE].map((size) => kernel.allocate(size));
  const [search, seed] = [kernel.allocate(SEARCH.size), kernel.allocate(SEED_BYTES)];
  const strengths = kernel.allocate(NUMBER_BYTES * ROWS * (MOST_CARDS + 1));
  const standing = kernel.allocate(NUMBER_BYTES * STANDING);
  const [dealt, trials] = [kernel.allocate(STATE.size * WORLDS_A_TRIAL), kernel.allocate(WORKSPACE_SIZE)];
  const chances = kernel.allocate(NUMBER_BYTES * CANDIDATES * SEATS * worlds * LAST_ROUND);
  const write = (place: number, numbers: number[]) =>
    new BigInt64Array(kernel.doors.memory.buffer, place, numbers.length).set(numbers.map(BigInt));
  kernel.bytes(dice!, DICE_SIZE).set(faces);
  write(strengths, strengthsAt(searching));
  return (view, parameters) => {
    kernel.bytes(seen!, STATE.size).set(view);
    write(bot!, parameters);
    return kernel.doors.choose_by_search(
      ...([bot!, seen!, dice!, workspace!, search, seed, worlds] as const),
      ...([strengths, standing, dealt, trials, chances] as const),
    );
  };
}
