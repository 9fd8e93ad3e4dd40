import { describe, expect, it } from "vitest";

import type { Scene } from "./scene";
import { bottomSeat, openHand, otherSeats, sideOf } from "./seating";

function scene(players: number, given: { own?: number | null; sides?: number; hand?: number[]; hands?: number[][] | null }): Scene {
  const { own = 0, sides = players, hand = [], hands = null } = given;
  return { seats: Array(players).fill({}), own, hand, hands, game: { sides } } as unknown as Scene;
}

describe("the seating", () => {
  it("puts the player's seat at the bottom and the others clockwise", () => {
    expect(bottomSeat(scene(4, { own: 2 }))).toBe(2);
    expect(otherSeats(scene(4, { own: 2 }))).toEqual([3, 0, 1]);
  });

  it("puts the first seat at the bottom for a spectator", () => {
    expect(bottomSeat(scene(3, { own: null }))).toBe(0);
    expect(otherSeats(scene(3, { own: null }))).toEqual([1, 2]);
  });

  it("gives partners a side, and players without partners none", () => {
    expect([0, 1, 2, 3].map((seat) => sideOf(scene(4, { sides: 2 }), seat))).toEqual([0, 1, 0, 1]);
    expect(sideOf(scene(4, {}), 1)).toBeNull();
  });

  it("shows a hand to its owner, and to everybody when cards are open", () => {
    const own = scene(2, { hand: [7] });
    expect([0, 1].map((seat) => openHand(own, seat))).toEqual([[7], null]);
    const open = scene(2, { own: null, hands: [[1], [2]] });
    expect([0, 1].map((seat) => openHand(open, seat))).toEqual([[1], [2]]);
  });
});
