import { describe, expect, it } from "vitest";

import { scene } from "../board/model/scene.fixture";
import { callsOf, hasPartners } from "./calls";

const QUIET = { actor: null, begun: false, drawing: 0, offered: false, exposed: [], talked: [], owes: [] };
const calls = (kitchen: Partial<typeof QUIET> | { actor: number }) =>
  callsOf(scene({ legal: ["draw", "0: call 1", "h7>d1"] }, { kitchen: { ...QUIET, ...kitchen } }));

describe("the calls of a player", () => {
  it("are those among the legal moves, by the name of the seat", () => {
    expect(calls({})).toEqual([{ move: "0: call 1", seat: 1, name: "Ben", ground: null }]);
  });

  it("have the ground that everybody sees", () => {
    expect(calls({ actor: 1 })[0]!.ground).toBe("irregular");
    expect(callsOf(scene({ legal: ["call 1"] }, { kitchen: { ...QUIET, talked: [1] } }))[0]!.ground).toBe("talk");
  });
});

it("there are partners where there are fewer sides than players", () => {
  expect(hasPartners(scene())).toBe(false);
  expect(hasPartners(scene({}, { sides: 2, hands: [5, 5, 5, 5] }))).toBe(true);
});
