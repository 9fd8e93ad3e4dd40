import { expect, it, vi } from "vitest";

import french from "../generated/words/fr.json";
import { useLanguage } from "../i18n/i18n.svelte";
import { displayName, seatNames } from "./seat-names";

it("translates assigned names and no others", async () => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(french)));
  await useLanguage("fr");
  expect(seatNames(["Guest 4711", null])).toEqual(["Invité 4711", "Nord"]);
  expect(displayName("Guest of honour")).toBe("Guest of honour");
  await useLanguage("en");
  expect(displayName("Guest 4711")).toBe("Guest 4711");
  vi.unstubAllGlobals();
});
