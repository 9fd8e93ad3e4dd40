import { describe, expect, it } from "vitest";

import { drawing, familyOf, MARKS } from "./card-art";

const NUMBERS = Array.from({ length: 13 }, (_, index) => index + 1);

describe("a card's picture", () => {
  it.each(NUMBERS)("of the %s has as many parts as the number", (card) => {
    const extra = { stones: 0, leaves: 1, rays: 1, wild: 0 }[familyOf(card)]; // the stem, the sun's disc
    expect(drawing(card)).toHaveLength(card + extra);
  });

  it.each([0, ...NUMBERS])("of the %s lies within the card, clear of the edge", (card) => {
    for (const path of drawing(card)) {
      expect(path).not.toContain("NaN");
      const [x, y] = /^M ?([\d.]+) +([\d.]+)/.exec(path)!.slice(1).map(Number);
      expect(x).toBeGreaterThan(5);
      expect(x).toBeLessThan(95);
      expect(y).toBeGreaterThan(20);
      expect(y).toBeLessThan(120);
    }
  });

  it("has a corner shape for each range of numbers", () => {
    expect(NUMBERS.map(familyOf)).toEqual([...Array(4).fill("stones"), ...Array(4).fill("leaves"), ...Array(5).fill("rays")]);
    expect(new Set(Object.values(MARKS)).size).toBe(3);
  });

  it("of the wild is of a family of its own", () => {
    expect(familyOf(0)).toBe("wild");
  });
});
