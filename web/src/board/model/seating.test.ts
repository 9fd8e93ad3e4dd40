import { describe, expect, it } from "vitest";

import type { Scene } from "./scene";
import { bottomSeat, openHand, otherSeats, sideOf } from "./seating";

function scene(players: number, given: { own?: number | null; sides?: number; hand?: number[]; hands?: number[][] | null }): Scene {
  const { own = 0, sides = players, hand = [], hands = null } = given;
  return { seats: Array(players).fill({}), own, hand, hands, game: { sides } } as unknown as Scene;
}

describe("around the table", () => {
  it("one's own place is at the bottom, and the others follow clockwise", () => {
    expect(bottomSeat(scene(4, { own: 2 }))).toBe(2);
    expect(otherSeats(scene(4, { own: 2 }))).toEqual([3, 0, 1]);
  });

  it("who only watches sits behind the first seat", () => {
    expect(bottomSeat(scene(3, { own: null }))).toBe(0);
    expect(otherSeats(scene(3, { own: null }))).toEqual([1, 2]);
  });

  it("partners have a side, and who plays alone has none", () => {
    expect([0, 1, 2, 3].map((seat) => sideOf(scene(4, { sides: 2 }), seat))).toEqual([0, 1, 0, 1]);
    expect(sideOf(scene(4, {}), 1)).toBeNull();
  });

  it("a hand is seen by who holds it, and by all when the game is open", () => {
    const own = scene(2, { hand: [7] });
    expect([0, 1].map((seat) => openHand(own, seat))).toEqual([[7], null]);
    const open = scene(2, { own: null, hands: [[1], [2]] });
    expect([0, 1].map((seat) => openHand(open, seat))).toEqual([[1], [2]]);
  });
});
