import { describe, expect, it } from "vitest";

import type { Frame, Replay } from "../generated/protocol";
import tutorial from "../generated/tutorial.json";
import { logOf, moveWithin, sceneAt, turnAfter, turnBefore, turnsOf } from "./frames";

// The tutorial's game serves as an example of a finished game
const replay: Replay = {
  edition: tutorial.edition,
  referee: "strict",
  stock: 4,
  seats: [
    { name: "South", player: "person" },
    { name: "Ben", player: "eager" },
  ],
  teams: [[0], [1]],
  dealer: 1,
  first: 0,
  frames: tutorial.frames.map(({ hand, ...frame }) => ({ ...frame, by: null, hands: [hand, []] }) as unknown as Frame),
};
const last = replay.frames.length - 1;

describe("a replay", () => {
  it("shows every hand when cards are open, and one hand to a seat", () => {
    expect(sceneAt(replay, 0, null, false)).toMatchObject({ own: null, hand: [], hands: [[0, 2, 7, 11, 12], []] });
    expect(sceneAt(replay, 0, 0, false)).toMatchObject({ own: 0, hand: [0, 2, 7, 11, 12], hands: null });
  });

  it("has events only when it follows the frame before", () => {
    expect(sceneAt(replay, 5, null, false).happened).toBe(null);
    expect(sceneAt(replay, 5, null, true).happened).toHaveLength(3);
  });

  it("hides the cards that another seat drew", () => {
    const drawn = logOf(replay, 1).filter(({ event }) => event.type === "drew" && event.seat === 0);
    expect(drawn.every(({ event }) => "cards" in event && event.cards === null)).toBe(true);
    expect(logOf(replay, 0)[2]!.event).toMatchObject({ cards: [2, 0, 12, 7, 11] });
  });

  it("jumps from turn to turn", () => {
    const turns = turnsOf(replay);
    expect(turns).toEqual([0, 5, 8, 11, 14]);
    expect(turnAfter(turns, 5, last)).toBe(8);
    expect(turnAfter(turns, 14, last)).toBe(last);
    expect(turnBefore(turns, 8)).toBe(5);
    expect(turnBefore(turns, 0)).toBe(0);
  });

  it("limits the address to the moves of the game", () => {
    expect(moveWithin(undefined, 9)).toBe(0);
    expect(moveWithin("4", 9)).toBe(4);
    expect(moveWithin("400", 9)).toBe(9);
    expect(moveWithin("x", 9)).toBe(0);
  });
});
