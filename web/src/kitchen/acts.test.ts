import { describe, expect, it } from "vitest";

import { calledBy, wordOf } from "./acts";

describe("the words of a kitchen table", () => {
  it("are the same in turn and out of turn", () => {
    expect(calledBy("call 2")).toBe(2);
    expect(calledBy("1: call 0")).toBe(0);
    expect(calledBy("1: draw")).toBe(null);
    expect(wordOf("1: take top")).toBe("take top");
    expect(wordOf("draw")).toBe("draw");
  });
});
