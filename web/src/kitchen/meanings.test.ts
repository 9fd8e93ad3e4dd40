import { describe, expect, it } from "vitest";

import { EDITIONS, pileNames } from "../catalogue/editions";
import rules from "../generated/rules/en.json";
import { ACT_TEXTS } from "./acts";
import { CALLS, meaningOf } from "./meanings";

const KITCHENS = EDITIONS.filter(({ kitchen }) => kitchen).map(({ id }) => id);
const FIRST = "brownfield-1967"; // the only sheet whose extra cards lie face up

function known(edition: string, ids: string[]): string[] {
  return ids.filter((id) => rules[edition as keyof typeof rules].rules.some((rule) => rule.id === id));
}

describe("the meaning of an act", () => {
  it.each(KITCHENS)("has a sentence, and a rule that the edition has: %s", (edition) => {
    for (const act of Object.keys(ACT_TEXTS)) {
      if (["take", "take top", "refuse"].includes(act) && edition !== FIRST) continue;
      for (const inTurn of [true, false]) {
        const meaning = meaningOf(act, inTurn, pileNames(edition))!;
        expect(meaning.sentence).toMatch(/\.$/);
        expect(known(edition, [...meaning.quotes, ...meaning.sources]).length, act).toBeGreaterThan(0);
      }
    }
  });

  it("is that of a mistake when it is drawn out of turn", () => {
    expect(meaningOf("draw", false, pileNames(FIRST))).toMatchObject({ quotes: ["ruling.irregular-act"] });
  });

  it.each(KITCHENS)("of a call is what the sheet says of a right one, and our ruling for a wrong one: %s", (edition) => {
    expect(known(edition, CALLS.irregular)).toContain("irregular.penalty");
    expect(known(edition, CALLS.none)).toEqual(["ruling.false-call"]);
    expect(known(edition, CALLS.talk)).toEqual(edition === FIRST ? [] : ["team.cheat"]);
  });
});
