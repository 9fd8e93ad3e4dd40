/** The acts of a kitchen table in the notation of moves (`draw`, `1: call 0`), and their texts. */
import { mark } from "../i18n/i18n.svelte";

export const ACT_TEXTS: Record<string, string> = {
  draw: mark("Draw a card"),
  take: mark("Take the face-up cards"),
  "take top": mark("Take the top one of them"),
  refuse: mark("Take none of them"),
  talk: mark("I have talked"),
  stand: mark("Let it stand"),
};

/** A move without the seat that makes it. */
export function actOf(move: string): string {
  return move.replace(/^\d: ?/, "");
}

/** The seat that a move calls; null if it is not a call. */
export function calledSeat(move: string): number | null {
  const [, seat] = /^call (\d)$/.exec(actOf(move)) ?? [];
  return seat === undefined ? null : Number(seat);
}
