import { readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { blended, coloursOf, contrast, type Colours } from "./contrast";
import { THEMES } from "./themes";

const sheets = ["tokens", "themes"].map((name) => readFileSync(`src/styles/${name}.css`, "utf8")).join("\n");
const TEXT = 4.5;
const GRAPHICS = 3;
const FELT = ["felt", "felt-light", "felt-edge"];
const SIDES = [0, 1, 2];
const SIGNS = ["can", "target", "hint", "ring", "turn"];
const OWN_MAT = 0.45; // the share of the own side's mat in the felt, as in board.css

/** [colour, its backgrounds, the least contrast] */
const PAIRS: [string, string[], number][] = [
  ["ink", ["page", "panel"], TEXT],
  ["ink-soft", ["page", "panel"], TEXT],
  ["accent", ["page", "panel"], TEXT],
  ["accent-ink", ["accent"], TEXT],
  ["danger", ["page", "panel"], TEXT],
  ["focus", ["page", "panel"], GRAPHICS],
  ["felt-ink", FELT, TEXT],
  ["plate-ink", ["plate"], TEXT],
  ["turn-ink", ["turn"], TEXT],
  ["card-stones", ["card-sheet"], TEXT],
  ["card-leaves", ["card-sheet"], TEXT],
  ["card-rays", ["card-sheet"], TEXT],
  ["card-wild-ink", ["card-wild"], TEXT],
  ["felt-line", FELT, GRAPHICS],
  ["can", FELT, GRAPHICS],
  ["target", FELT, GRAPHICS],
  ["hint", FELT, GRAPHICS],
  ["hint-ink", ["hint"], TEXT],
  ["target-ink", ["target"], TEXT],
  ["ring", FELT, GRAPHICS],
  ["card-back-ink", ["card-back"], GRAPHICS],
  ["card-wild-edge", ["card-wild"], GRAPHICS],
  ["side0", ["side-mat0"], GRAPHICS],
  ["side1", ["side-mat1"], GRAPHICS],
  ["side2", ["side-mat2"], GRAPHICS],
];

/** Everything on a table that a sign can lie on, by name. */
function grounds(colours: Colours): [string, string][] {
  const felts = FELT.map((name) => colours[name]!);
  const mats = SIDES.map((side) => colours[`side-mat${side}`]!);
  return [
    ...felts.map((felt, at): [string, string] => [FELT[at]!, felt]),
    ...felts.map((felt, at): [string, string] => [`a mat on ${FELT[at]}`, blended(colours.mat!, felt)]),
    ...mats.map((mat, side): [string, string] => [`the seat of side ${side}`, mat]),
    ...felts.flatMap((felt, at) =>
      mats.map((mat, side): [string, string] => [`the own mat of side ${side} on ${FELT[at]}`, blended(mat, felt, OWN_MAT)]),
    ),
  ];
}

describe.each(THEMES)("the theme %s", (theme) => {
  describe.each(["light", "dark"] as const)("in %s", (scheme) => {
    const colours = coloursOf(sheets, [":root", `:root[data-theme="${theme}"]`], scheme);

    it.each(PAIRS)("shows %s on %s with a contrast of at least %s", (seen, grounds, least) => {
      for (const ground of grounds) expect(contrast(colours[seen]!, colours[ground]!), ground).toBeGreaterThanOrEqual(least);
    });

    it.each(SIGNS)("shows the sign %s on whatever it can lie on", (sign) => {
      for (const [name, ground] of grounds(colours))
        expect(contrast(colours[sign]!, ground), name).toBeGreaterThanOrEqual(GRAPHICS);
    });

    it("shows names on all seats", () => {
      for (const [name, ground] of grounds(colours))
        expect(contrast(colours["felt-ink"]!, ground), name).toBeGreaterThanOrEqual(TEXT);
    });

    it("has colours of its own", () => {
      expect(sheets).toContain(`:root[data-theme="${theme}"]`);
    });

    it("shows a card's face or its edge on the table", () => {
      for (const ground of FELT) {
        const best = Math.max(contrast(colours["card-sheet"]!, colours[ground]!), contrast(colours["card-edge"]!, colours[ground]!));
        expect(best, ground).toBeGreaterThanOrEqual(GRAPHICS);
      }
    });
  });
});

describe("contrast", () => {
  it("is 21 between black and white and 1 between equal colours", () => {
    expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
    expect(contrast("#336699", "#336699")).toBe(1);
  });

  it("of what lies beneath another colour is that of both", () => {
    expect(blended("rgb(0 0 0 / 0.5)", "#ffffff")).toBe("#808080");
    expect(blended("#000000", "#ffffff", 0.25)).toBe("#bfbfbf");
    expect(blended("#123456", "#ffffff")).toBe("#123456");
  });

  it("raises an error for a malformed colour, so that no pair is skipped", () => {
    expect(() => contrast("white", "#000000")).toThrow();
  });
});
