import { describe, expect, it } from "vitest";

import { scene } from "../model/scene.fixture";
import { groupOf, steppedTo, wishOf } from "./key-bindings";

const wish = (key: string, chosen = false, letter: "d" | "b" | null = null) => wishOf(key, scene(), chosen, letter);

describe("keys", () => {
  it("number the hand while nothing is chosen, and the building piles then", () => {
    expect(wish("2")).toEqual({ wish: "choose", place: "h1" });
    expect(wish("2", true)).toEqual({ wish: "reach", place: "b2" });
  });

  it("number no card that is not there", () => {
    expect(wish("5")).toBeNull();
    expect(wish("5", true)).toBeNull();
  });

  it("after d take from a discard pile, or put there what is chosen", () => {
    expect(wish("d")).toEqual({ wish: "wait", letter: "d" });
    expect(wish("3", false, "d")).toEqual({ wish: "choose", place: "0d3" });
    expect(wish("3", true, "d")).toEqual({ wish: "reach", place: "0d3" });
    expect(wish("4", false, "b")).toEqual({ wish: "reach", place: "b4" });
  });

  it("have a letter for the stock pile, for help and for questions, large or small", () => {
    expect(wish("s")).toEqual({ wish: "choose", place: "0s" });
    expect(wish("S")).toEqual({ wish: "choose", place: "0s" });
    expect(wish("?")).toEqual({ wish: "help" });
    expect(wish("o")).toEqual({ wish: "ask", question: "others" });
    expect(wish("Escape")).toEqual({ wish: "let go" });
    expect(wish("x")).toBeNull();
  });

  it("take nothing for who only watches", () => {
    expect(wishOf("s", scene({ own: null, hand: [] }), false, null)).toBeNull();
    expect(wishOf("1", scene({ own: null, hand: [] }), false, null)).toBeNull();
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
