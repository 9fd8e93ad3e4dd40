import { describe, expect, it } from "vitest";

import { actOf, calledSeat } from "./acts";

describe("an act of a kitchen table", () => {
  it("is read the same in turn and out of turn", () => {
    expect(calledSeat("call 2")).toBe(2);
    expect(calledSeat("1: call 0")).toBe(0);
    expect(calledSeat("1: draw")).toBe(null);
    expect(actOf("1: take top")).toBe("take top");
    expect(actOf("draw")).toBe("draw");
  });
});
