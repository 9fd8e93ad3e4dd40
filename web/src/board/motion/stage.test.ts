import { expect, it } from "vitest";

import { added } from "./stage.svelte";

it("finds the new cards of a hand, and of two equal ones the second", () => {
  expect(added([2, 7], [0, 2, 7, 7, 12])).toEqual([0, 3, 4]);
  expect(added([], [3])).toEqual([0]);
  expect(added([3, 4], [3, 4])).toEqual([]);
});
