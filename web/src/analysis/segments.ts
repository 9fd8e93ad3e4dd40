/** A game cut into its decisions: what was played until something new was seen. */
import { STATE } from "../generated/kernel";
import type { KernelGame } from "../kernel/game";
import type { Kernel } from "../kernel/module";

export interface Segment {
  seat: number;
  /** The number of the first move, from 0. */
  first: number;
  /** The game before it. */
  state: Uint8Array;
  /** The kernel's numbers of the moves. */
  codes: number[];
}

/** The segments of recorded moves, which a game plays that was just dealt. */
export function segmentsOf(kernel: Kernel, game: KernelGame, moves: readonly string[]): Segment[] {
  const place = kernel.allocate(STATE.size);
  const segments: Segment[] = [];
  let begun: Segment | null = null;
  for (const [number, move] of moves.entries()) {
    const code = game.legal().get(move);
    if (code === undefined) throw new Error(`move ${number + 1} is not legal: ${move}`);
    const state = game.snapshot();
    begun ??= { seat: game.turn, first: number, state, codes: [] };
    begun.codes.push(code);
    kernel.bytes(place, STATE.size).set(state);
    if (kernel.doors.ends_decision(place, code, begun.codes.length)) {
      segments.push(begun);
      begun = null;
    }
    game.step(code);
  }
  return segments;
}
