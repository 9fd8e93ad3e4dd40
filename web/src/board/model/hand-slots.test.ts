import { expect, it } from "vitest";

import { HandSlots } from "./hand-slots";

it("keeps every card in its slot while cards leave the hand", () => {
  const slots = new HandSlots();
  expect(slots.of([1, 4, 4, 7, 9])).toEqual([0, 1, 2, 3, 4]);
  expect(slots.of([1, 4, 7, 9])).toEqual([0, 1, 3, 4]);
  expect(slots.of([4, 9])).toEqual([1, 4]);
  expect(slots.of([])).toEqual([]);
});

it("closes the gaps when cards come in, or come back", () => {
  const slots = new HandSlots();
  slots.of([1, 4, 7]);
  slots.of([7]);
  expect(slots.of([2, 7])).toEqual([0, 1]);
  slots.of([7]);
  expect(slots.of([2, 7])).toEqual([0, 1]);
});
