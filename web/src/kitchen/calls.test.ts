import { describe, expect, it } from "vitest";

import { scene } from "../board/model/scene.fixture";
import type { CallGround } from "../generated/protocol";
import { callsOf, hasPartners } from "./calls";

const QUIET = { actor: null, begun: false, drawing: 0, offered: false, exposed: [], talked: [], owes: [] };

describe("the calls of a player", () => {
  it("are those among the legal moves, by the name of the seat", () => {
    const calls = callsOf(scene({ legal: ["draw", "0: call 1", "h7>d1"] }, { kitchen: QUIET }));
    expect(calls).toEqual([{ move: "0: call 1", seat: 1, name: "Ben", ground: null }]);
  });

  it("have the ground that the kernel finds", () => {
    const grounds: CallGround[] = [{ seat: 1, ground: "talk" }];
    expect(callsOf(scene({ legal: ["call 1"], grounds }, { kitchen: { ...QUIET, talked: [1] } }))).toMatchObject(grounds);
  });

  it("have none against a partner, although everybody has heard that partner talk", () => {
    const calls = callsOf(scene({ legal: ["call 1"], grounds: [] }, { sides: 1, kitchen: { ...QUIET, talked: [1] } }));
    expect(calls).toMatchObject([{ seat: 1, ground: null }]);
  });
});

it("there are partners where there are fewer sides than players", () => {
  expect(hasPartners(scene())).toBe(false);
  expect(hasPartners(scene({}, { sides: 2, hands: [5, 5, 5, 5] }))).toBe(true);
});
