import { describe, expect, it } from "vitest";

import { EDITIONS } from "../catalogue/editions";
import rules from "../generated/rules/en.json";
import type { TableEvent } from "../net/events";
import { rulesBehind } from "./rulings";

const seat = { seat: 0 };
const IN_EVERY_KITCHEN = [
  { type: "may_not_draw", ...seat },
  { type: "irregular_stands", ...seat },
  { type: "called", ...seat, called: 1, ground: "none" },
] as TableEvent[];
const BY_SHEET = [
  ["mattel-2003", { type: "overdrew", ...seat, card: null }],
  ["brownfield-1967", { type: "exposed", ...seat, card: 4 }],
  ["holiday-2010", { type: "stopped", ...seat }],
  ["francais-2003", { type: "annulled", ...seat }],
  ["mattel-2003", { type: "penalised", ...seat, count: 2 }],
] as [keyof typeof rules, TableEvent][];

function quoted(edition: string, event: TableEvent): string[] {
  const known = rules[edition as keyof typeof rules].map((rule) => rule.id);
  return rulesBehind(event).filter((id) => known.includes(id));
}

describe("a ruling of a kitchen table", () => {
  it.each(EDITIONS.filter(({ kitchen }) => kitchen).map(({ id }) => id))("quotes a rule that the edition has: %s", (id) => {
    for (const event of IN_EVERY_KITCHEN) expect(quoted(id, event)).toHaveLength(1);
  });

  it.each(BY_SHEET)("quotes the edition's own rule: %s, %j", (id, event) => {
    expect(quoted(id, event).length).toBeGreaterThan(0);
  });

  it("is not a call with a ground, or a discard", () => {
    expect(rulesBehind({ type: "called", seat: 0, called: 1, ground: "irregular" })).toEqual([]);
    expect(rulesBehind({ type: "discarded", seat: 0, card: 3, pile: 1 })).toEqual([]);
  });
});
