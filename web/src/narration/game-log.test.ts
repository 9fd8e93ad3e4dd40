import { describe, expect, it } from "vitest";

import { pileNames } from "../catalogue/editions";
import type { TableEvent } from "../net/events";
import { appendEvents, chapters } from "./game-log";

const to = { names: pileNames("mattel-2003"), seats: ["Ann", "Ben"], own: 0 };
const turn = (seat: number): TableEvent => ({ type: "turn_began", seat });
const discard = (seat: number, card: number): TableEvent => ({ type: "discarded", seat, card, pile: 1 });

describe("the log", () => {
  it("has a chapter for every turn, each line with the move it belongs to", () => {
    let log = appendEvents([], [{ type: "dealt", dealer: 1, first: 0 }, turn(0)], 0);
    log = appendEvents(log, [discard(0, 5), turn(1), { type: "drew", seat: 1, count: 5, cards: null }], 1);
    expect(chapters(log, to)).toEqual([
      { seat: null, lines: [{ text: "The cards are dealt. Dealer: Ben.", at: 0 }] },
      {
        seat: 0,
        lines: [
          { text: "Your turn.", at: 0 },
          { text: "You: 5 from hand to discard pile 1.", at: 1 },
        ],
      },
      { seat: 1, lines: [{ text: "Ben: 5 cards drawn.", at: 1 }] },
    ]);
  });

  it("does not contain the chat", () => {
    expect(appendEvents([], [{ type: "said", seat: 1, text: "hello" }], 3)).toEqual([]);
  });

  it("drops the oldest events", () => {
    const long = appendEvents([], Array.from({ length: 5_000 }, () => discard(1, 4)), 1);
    expect(appendEvents(long, [discard(0, 9)], 2).at(-1)).toEqual({ event: discard(0, 9), at: 2 });
    expect(long.length).toBeLessThan(1_000);
  });
});
