/** A move as it is written, `s>b1`, taken apart: where a card comes from and where it goes. No rule is known here. */

export interface Move {
  /** The whole move, as the server wants it. */
  text: string;
  /** `s`, `d3`, `2s`, `2d4`, `h7`, `hW`; or a word (`pass`, `draw`, `call 1` …) where nothing is carried. */
  source: string;
  /** `b1` … `d4`, or null for a word. */
  target: string | null;
}

export function parseMove(text: string): Move {
  const [, what = text] = /^\d: ?(.*)$/.exec(text) ?? [];
  const [source = what, target = null] = what.split(">");
  return { text, source, target };
}

/** How the hand's cards are written in moves: 0 is a wild. */
export function handSource(card: number): string {
  return card === 0 ? "hW" : `h${card}`;
}

/** A pile of a seat as the moves of `own` name it: `s`, `d1`, and a partner's with the seat before. */
export function pileSource(own: number | null, seat: number, pile: "s" | `d${number}`): string {
  return seat === own ? pile : `${seat}${pile}`;
}
