/** The notation of moves, such as `s>b1`: where a card comes from and where it goes. No rules are known here. */

export interface Move {
  /** The whole move, as it is sent to the server. */
  text: string;
  /** `s`, `d3`, `2s`, `2d4`, `h7`, `hW`; for a move without a card, its name (`pass`, `draw`, `call 1` …). */
  source: string;
  /** `b1` … `d4`; null for a move without a card. */
  target: string | null;
}

export function parseMove(text: string): Move {
  const [, what = text] = /^\d: ?(.*)$/.exec(text) ?? [];
  const [source = what, target = null] = what.split(">");
  return { text, source, target };
}

/** The notation of a card of the hand as a source; 0 is a wild. */
export function handSource(card: number): string {
  return card === 0 ? "hW" : `h${card}`;
}

/** The notation of a pile as a source for seat `own`: `s`, `d1`, and a partner's with the seat in front. */
export function pileSource(own: number | null, seat: number, pile: "s" | `d${number}`): string {
  return seat === own ? pile : `${seat}${pile}`;
}
