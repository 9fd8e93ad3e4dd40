import { beforeAll, describe, expect, it } from "vitest";

import { fetchRules, guideOf, quotedRules, rulesOf, ruleText } from "./rulebook.svelte";

const ids = (edition: string, column?: string) => rulesOf(edition, column)!.map(({ id }) => id);

describe("the rulebook", () => {
  beforeAll(fetchRules);

  it("begins with the object and the set-up, where the picture of the table belongs", () => {
    const guide = guideOf("mattel-2003");
    expect(guide.slice(0, 3).map(({ title }) => title)).toEqual(["The object of the game", "Setting up", "Your turn"]);
    expect(guide.filter(({ table }) => table).map(({ title }) => title)).toEqual(["Setting up"]);
  });

  it("has no chapter about mistakes for a sheet that knows none", () => {
    expect(guideOf("mattel-2016").map(({ title }) => title)).not.toContain("Special situations");
    expect(ids("mattel-2016").filter((id) => /^(over|irregular)/.test(id))).toEqual([]);
  });

  it("says what the column of the table says", () => {
    expect(ids("mattel-2003", "fr")).toContain("irregular.annulled");
    expect(ids("mattel-2003", "fr")).not.toContain("irregular.noticed");
    expect(ids("mattel-2003", "es").filter((id) => id === "irregular.noticed")).toHaveLength(1);
    const told = (column: string) => guideOf("mattel-2003", column).at(-1)!.paragraphs.join(" ");
    expect(told("es")).toContain("If somebody draws out of turn");
    expect(told("en")).toContain("If somebody draws and plays out of turn");
    expect(told("fr")).toContain("all its cards go back");
  });

  it("quotes a rule whatever column has it", () => {
    expect(ruleText("mattel-2003", "irregular.annulled")).toContain("all its cards go back");
    expect(ruleText("mattel-2016", "irregular.annulled")).toBeNull();
  });

  it("quotes what the column of a table has, and nothing that it does not have", () => {
    const quoted = (column: string) =>
      quotedRules("mattel-2003", column, ["irregular.penalty", "irregular.annulled", "irregular.noticed"]).map(({ id }) => id);
    expect(quoted("fr")).toEqual(["irregular.penalty", "irregular.annulled"]);
    expect(quoted("es")).toEqual(["irregular.penalty", "irregular.noticed"]);
    expect(quotedRules("mattel-2003", "es", ["irregular.noticed"])[0]!.text).toContain("draws out of turn");
  });
});
