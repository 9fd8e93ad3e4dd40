/** The scores of a match in the kernel's memory. */
import { NO_SEAT, type Address } from "../generated/kernel";
import type { MatchView, Outcome } from "../generated/protocol";
import type { Kernel } from "./module";
import { sideAt } from "./sides";

const NUMBER_BYTES = 4;

export class KernelMatch {
  #played = 0;
  readonly #scores: Address;

  /** `points` and `games` are the limits at which the match ends; null is none. */
  constructor(
    readonly kernel: Kernel,
    readonly sides: number,
    readonly points: number | null,
    readonly games: number | null,
  ) {
    this.#scores = kernel.allocate(NUMBER_BYTES * sides);
  }

  count({ winners, points }: Outcome): void {
    const [winner] = winners;
    this.kernel.doors.score_game(this.#scores, this.sides, winner === undefined ? NO_SEAT : sideAt(winner, this.sides), points);
    this.#played++;
  }

  get isOver(): boolean {
    return !!this.kernel.doors.is_match_over(this.#scores, this.sides, this.#played, this.points ?? 0, this.games ?? 0);
  }

  view(): MatchView {
    const { points, games } = this;
    const sides = Array.from({ length: this.sides }, (_, side) => side);
    return {
      points,
      games,
      played: this.#played,
      scores: [...new Int32Array(this.kernel.doors.memory.buffer, this.#scores, this.sides)],
      over: this.isOver,
      leading: sides.filter((side) => this.kernel.doors.is_leading(this.#scores, this.sides, side)),
    };
  }
}
