import { expect, it } from "vitest";

import data from "../generated/levels.json";
import { DEFAULT_LEVEL, LEVELS } from "./bot-levels";

it("names the levels that Python has, weak to strong", () => {
  expect(LEVELS).toEqual(data.levels);
  expect(LEVELS).toContain(DEFAULT_LEVEL);
});
