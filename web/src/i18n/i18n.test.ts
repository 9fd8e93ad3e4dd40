import { expect, it } from "vitest";

import { texts } from "../generated/words/fr.json";
import { digest } from "./i18n.svelte";

it("computes the digest of a text as the generator does", () => {
  expect(digest("Your turn.") in texts).toBe(true);
  expect(digest("{seat}: a turn begins.") in texts).toBe(true);
  expect(digest("Nobody says this.") in texts).toBe(false);
});
