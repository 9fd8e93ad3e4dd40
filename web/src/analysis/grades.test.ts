import { expect, it } from "vitest";

import grades from "../generated/grades.json";
import { gradeOf } from "./grades";

it("names the nearest level", () => {
  for (const [level, behind] of Object.entries(grades["2/2"])) expect(gradeOf(behind, 2, 2)).toBe(level);
  expect(gradeOf(1, 2, 2)).toBe("novice");
  expect(gradeOf(-1, 2, 2)).toBe("master");
});
