/** The calls that a player may make, and which of them have a ground that everybody sees. */
import type { Scene } from "../board/model/scene";
import { calledSeat } from "./acts";

export interface Call {
  move: string;
  seat: number;
  name: string;
  /** What the seat has done: it plays out of turn, or has talked; null if nothing is seen. */
  ground: "irregular" | "talk" | null;
}

export function callsOf({ legal, game, seats }: Scene): Call[] {
  const { actor, talked } = game.kitchen!;
  return legal.flatMap((move) => {
    const seat = calledSeat(move);
    if (seat === null) return [];
    const ground = actor === seat ? "irregular" : talked.includes(seat) ? "talk" : null;
    return [{ move, seat, name: seats[seat]?.name ?? "", ground }];
  });
}

/** Only partners can talk out of place. */
export function hasPartners({ game }: Scene): boolean {
  return game.sides < game.hands.length;
}
