import { describe, expect, it } from "vitest";

import { scene } from "../model/scene.fixture";
import { groupOf, keyAction, steppedTo } from "./key-bindings";

const action = (key: string, chosen = false, letter: "d" | "b" | null = null) => keyAction(key, scene(), chosen, letter);

describe("keys", () => {
  it("with digits choose a card of the hand, or a building pile while a card is chosen", () => {
    expect(action("2")).toEqual({ kind: "choose", place: "h1" });
    expect(action("2", true)).toEqual({ kind: "reach", place: "b2" });
  });

  it("with digits beyond the hand or the piles do nothing", () => {
    expect(action("5")).toBeNull();
    expect(action("5", true)).toBeNull();
  });

  it("after d choose a discard pile as source, or as target of the chosen card", () => {
    expect(action("d")).toEqual({ kind: "wait", letter: "d" });
    expect(action("3", false, "d")).toEqual({ kind: "choose", place: "0d3" });
    expect(action("3", true, "d")).toEqual({ kind: "reach", place: "0d3" });
    expect(action("4", false, "b")).toEqual({ kind: "reach", place: "b4" });
  });

  it("with letters, upper or lower case, choose the stock pile, open help and ask questions", () => {
    expect(action("s")).toEqual({ kind: "choose", place: "0s" });
    expect(action("S")).toEqual({ kind: "choose", place: "0s" });
    expect(action("?")).toEqual({ kind: "help" });
    expect(action("o")).toEqual({ kind: "ask", question: "others" });
    expect(action("Escape")).toEqual({ kind: "cancel" });
    expect(action("x")).toBeNull();
  });

  it("choose nothing for a spectator", () => {
    expect(keyAction("s", scene({ own: null, hand: [] }), false, null)).toBeNull();
    expect(keyAction("1", scene({ own: null, hand: [] }), false, null)).toBeNull();
  });
});

describe("arrows", () => {
  it("move within a group and stop at its ends", () => {
    const group = ["b1", "b2", "b3"];
    expect(steppedTo("ArrowRight", group, "b1")).toBe("b2");
    expect(steppedTo("ArrowLeft", group, "b1")).toBe("b1");
    expect(steppedTo("End", group, "b1")).toBe("b3");
    expect(steppedTo("Home", group, "b3")).toBe("b1");
    expect(steppedTo("Enter", group, "b3")).toBeNull();
  });

  it("have groups for own stock pile, discard piles and hand, building piles and each other seat", () => {
    const groups = ["h0", "h4", "0s", "0d1", "0d4", "b1", "b4", "1s", "1d2", "draw"].map((place) => groupOf(place, 0));
    expect(groups).toEqual([
      ...["hand", "hand", "stock", "discards", "discards", "building", "building", "seat 1", "seat 1", "draw"],
    ]);
  });
});
