/** The words of a kitchen table, as moves write them (`draw`, `1: call 0`) and as people read them. */
import { mark } from "../i18n/i18n.svelte";

export const ACT_TEXTS: Record<string, string> = {
  draw: mark("Draw a card"),
  take: mark("Take the cards that lie face up"),
  "take top": mark("Take the uppermost of them"),
  refuse: mark("Take none of them"),
  talk: mark("I have talked"),
};

/** A move without who makes it. */
export function actOf(move: string): string {
  return move.replace(/^\d: ?/, "");
}

/** The seat that a move calls; null if it is no call. */
export function calledSeat(move: string): number | null {
  const [, seat] = /^call (\d)$/.exec(actOf(move)) ?? [];
  return seat === undefined ? null : Number(seat);
}
