import { expect, it } from "vitest";

import { arrowBetween } from "./arrows";

const card = { width: 40, height: 60 };

it("goes from the middle of a place to that of another", () => {
  const { shaft, head, x, y } = arrowBetween({ x: 0, y: 100, ...card }, { x: 200, y: 100, ...card });
  expect(shaft.startsWith("M20.0 130.0Q")).toBe(true);
  expect(head.startsWith("M220.0 130.0L")).toBe(true);
  expect(x).toBeGreaterThan(100);
  expect(x).toBeLessThan(140);
  expect(y).toBeLessThan(130);
});

it("lies apart from the arrow back", () => {
  const [one, other] = [{ x: 0, y: 100, ...card }, { x: 200, y: 100, ...card }];
  expect(arrowBetween(one, other).y).toBeLessThan(arrowBetween(other, one).y);
});

it("has numbers even where it has no length", () => {
  const { shaft, head } = arrowBetween({ x: 0, y: 0, ...card }, { x: 0, y: 0, ...card });
  expect(shaft + head).not.toContain("NaN");
});
