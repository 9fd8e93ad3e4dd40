import { describe, expect, it } from "vitest";

import { noteOnPiles } from "./edition-notes";
import { EDITIONS, tableColumn, textColumn } from "./editions";

describe("an edition", () => {
  it("warns where the draw pile has the name of the stock pile", () => {
    expect(EDITIONS.map(({ id }) => id).filter(noteOnPiles)).toEqual(["brownfield-1967"]);
    expect(noteOnPiles("brownfield-1967")).toContain("the Stock Pile is the pile in the middle");
  });

  it("is read by the column of the reader's language, and played by that of the table", () => {
    expect(textColumn("mattel-2003")).toBe("en");
    expect(textColumn("mattel-2016")).toBeUndefined();
    expect(tableColumn({ edition: "mattel-2003" })).toBe("en");
    expect(tableColumn({ edition: "mattel-2003", column: "fr" })).toBe("fr");
  });
});
