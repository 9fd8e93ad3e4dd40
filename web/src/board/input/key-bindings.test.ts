import { describe, expect, it } from "vitest";

import { scene } from "../model/scene.fixture";
import { groupOf, keyAction, steppedTo } from "./key-bindings";

const action = (key: string, chosen = false, letter: "d" | "b" | null = null) => keyAction(key, scene(), chosen, letter);

describe("keys", () => {
  it("number the hand while nothing is chosen, and the building piles then", () => {
    expect(action("2")).toEqual({ kind: "choose", place: "h1" });
    expect(action("2", true)).toEqual({ kind: "reach", place: "b2" });
  });

  it("number no card that is not there", () => {
    expect(action("5")).toBeNull();
    expect(action("5", true)).toBeNull();
  });

  it("after d take from a discard pile, or put there what is chosen", () => {
    expect(action("d")).toEqual({ kind: "wait", letter: "d" });
    expect(action("3", false, "d")).toEqual({ kind: "choose", place: "0d3" });
    expect(action("3", true, "d")).toEqual({ kind: "reach", place: "0d3" });
    expect(action("4", false, "b")).toEqual({ kind: "reach", place: "b4" });
  });

  it("have a letter for the stock pile, for help and for questions, large or small", () => {
    expect(action("s")).toEqual({ kind: "choose", place: "0s" });
    expect(action("S")).toEqual({ kind: "choose", place: "0s" });
    expect(action("?")).toEqual({ kind: "help" });
    expect(action("o")).toEqual({ kind: "ask", question: "others" });
    expect(action("Escape")).toEqual({ kind: "cancel" });
    expect(action("x")).toBeNull();
  });

  it("take nothing for who only watches", () => {
    expect(keyAction("s", scene({ own: null, hand: [] }), false, null)).toBeNull();
    expect(keyAction("1", scene({ own: null, hand: [] }), false, null)).toBeNull();
  });
});

describe("arrows", () => {
  it("go within a group and stop at its ends", () => {
    const group = ["b1", "b2", "b3"];
    expect(steppedTo("ArrowRight", group, "b1")).toBe("b2");
    expect(steppedTo("ArrowLeft", group, "b1")).toBe("b1");
    expect(steppedTo("End", group, "b1")).toBe("b3");
    expect(steppedTo("Home", group, "b3")).toBe("b1");
    expect(steppedTo("Enter", group, "b3")).toBeNull();
  });

  it("find one's own stock, discards and hand, the building piles and each other seat in groups of their own", () => {
    const groups = ["h0", "h4", "0s", "0d1", "0d4", "b1", "b4", "1s", "1d2", "draw"].map((place) => groupOf(place, 0));
    expect(groups).toEqual([
      ...["hand", "hand", "stock", "discards", "discards", "building", "building", "seat 1", "seat 1", "draw"],
    ]);
  });
});
