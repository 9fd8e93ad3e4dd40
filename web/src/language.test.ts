import { expect, it } from "vitest";

import french from "./generated/texts/fr.json";
import { digest } from "./language.svelte";

it("names a text as the generator does", () => {
  expect(digest("Your turn.") in french).toBe(true);
  expect(digest("{seat}: a turn begins.") in french).toBe(true);
  expect(digest("Nobody says this.") in french).toBe(false);
});
