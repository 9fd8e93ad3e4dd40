import { describe, expect, it } from "vitest";

import { scene } from "../board/model/scene.fixture";
import { CHANCE } from "../generated/kernel";
import type { Analysis, Decision } from "./analysis";
import { luckSentence, placesOfBetter } from "./verdict";

const made: Decision = {
  ...{ seat: 0, first: 0, played: ["h1>b1", "h7>d1"], best: ["h1>b1", "h7>b2", "h7>b3", "s>b4"] },
  ...{ before: [CHANCE / 2, CHANCE / 2], after: [CHANCE / 4, (3 * CHANCE) / 4], cost: 0, error: 0, reasons: [] },
};

describe("a better line", () => {
  it("is marked from the move in which it differs, and moves each card of the hand once", () => {
    expect(placesOfBetter(made, scene(), scene())).toEqual([
      ["h2", "b2"],
      ["h3", "b3"],
      ["0s", "b4"],
    ]);
  });

  it("starts at the hand of another seat where that lies on the other side", () => {
    expect(placesOfBetter(made, scene(), scene({ own: 1 }))).toEqual([
      ["0h", "b2"],
      ["0h", "b3"],
      ["0s", "b4"],
    ]);
  });
});

it("says what was seen after a decision brought the side that made it", () => {
  const analysis: Analysis = { sides: 2, worlds: 1, decisions: [made], result: [CHANCE, 0] };
  expect(luckSentence(analysis, made, ["Ann", "Ben"])).toBe("Luck: +75.0 points for Ann.");
});
