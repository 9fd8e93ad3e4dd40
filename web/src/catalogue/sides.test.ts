import { describe, expect, it } from "vitest";

import { findEdition } from "./editions";
import { sidesOf, sidesText } from "./sides";

describe("partners", () => {
  it("are two by two, and three by three where the sheet says so", () => {
    expect(sidesOf(findEdition("mattel-2003"), 4)).toEqual([[0, 2], [1, 3]]);
    expect(sidesOf(findEdition("mattel-2003"), 6)).toEqual([[0, 3], [1, 4], [2, 5]]);
    expect(sidesOf(findEdition("brownfield-1967"), 6)).toEqual([[0, 2, 4], [1, 3, 5]]);
    expect(sidesOf(findEdition("mattel-2003"), 5)).toEqual([]);
  });

  it("are named, or called after their seats while nobody sits there", () => {
    const options = { edition: "brownfield-1967", players: 6, partners: true };
    expect(sidesText(options, ["Ann", null, null, "Bob"])).toBe("Ann + Northwest + Northeast, Southwest + Bob + Southeast");
    expect(sidesText({ players: 4, partners: true }, [])).toBe("South + North, West + East");
  });
});
