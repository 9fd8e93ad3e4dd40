import { describe, expect, it } from "vitest";

import { findEdition } from "./editions";
import { sidesOf, sidesText } from "./sides";
import { gameTerms } from "./game-terms";

describe("partners", () => {
  it("are two by two, and three by three where the sheet says so", () => {
    expect(sidesOf(findEdition("mattel-2003"), 4)).toEqual([[0, 2], [1, 3]]);
    expect(sidesOf(findEdition("mattel-2003"), 6)).toEqual([[0, 3], [1, 4], [2, 5]]);
    expect(sidesOf(findEdition("brownfield-1967"), 6)).toEqual([[0, 2, 4], [1, 3, 5]]);
    expect(sidesOf(findEdition("mattel-2003"), 5)).toEqual([]);
  });

  it("are named", () => {
    const names = ["Ann", "Southwest", "Northwest", "Bob", "Northeast", "Southeast"];
    expect(sidesText({ edition: "brownfield-1967" }, names)).toBe("Ann + Northwest + Northeast, Southwest + Bob + Southeast");
    expect(sidesText({ edition: "mattel-2003" }, names)).toBe("Ann + Bob, Southwest + Northeast, Northwest + Southeast");
  });

  it("are called after their seats while nobody sits there", () => {
    expect(gameTerms({ players: 4, partners: true })).toContain("partners: South + North, West + East");
  });
});
