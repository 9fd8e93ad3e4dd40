/** The calls that a player may make, and which of them the kernel would judge right. */
import type { Scene } from "../board/model/scene";
import type { Ground } from "../generated/protocol";
import { calledSeat } from "./acts";

export interface Call {
  move: string;
  seat: number;
  name: string;
  /** What the seat has done: it plays out of turn, or has talked; null if the call would be a false one. */
  ground: Ground | null;
}

export function callsOf({ legal, grounds, seats }: Scene): Call[] {
  return legal.flatMap((move) => {
    const seat = calledSeat(move);
    if (seat === null) return [];
    const ground = grounds?.find((each) => each.seat === seat)?.ground ?? null;
    return [{ move, seat, name: seats[seat]?.name ?? "", ground }];
  });
}

/** Only partners can talk out of place. */
export function hasPartners({ game }: Scene): boolean {
  return game.sides < game.hands.length;
}
