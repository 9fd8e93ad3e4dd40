import { expect, it, vi } from "vitest";

import french from "../generated/words/fr.json";
import { useLanguage } from "../i18n/i18n.svelte";
import { displayName, namesInGame, recordedNames, seatNames } from "./seat-names";

const guest = { name: "Guest 4711", person: true, bot: null };
const free = { name: null, person: false, bot: null };
const bot = { name: null, person: false, bot: "eager" };

it("gives a bot its own name, and a seat that nobody has named that of its side", () => {
  expect(recordedNames([{ ...guest, name: null }, bot, free])).toEqual(["South", "Baru", "East"]);
  expect(recordedNames([{ ...guest, bot: "eager" }, bot])).toEqual(["Guest 4711", "Baru"]);
  expect(recordedNames([{ ...guest, name: null, bot: "eager" }, bot])[0]).toBe("South");
});

it("names a bot in a game wherever nobody else is named", () => {
  expect(namesInGame(["Ann", null, null])).toEqual(["Ann", "Baru", "Kiwi"]);
});

it("translates assigned names and no others", async () => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(french)));
  await useLanguage("fr");
  expect(seatNames([guest, free])).toEqual(["Invité 4711", "Nord"]);
  expect(seatNames([bot, bot])).toEqual(["Miso", "Baru"]);
  expect(displayName("Guest of honour")).toBe("Guest of honour");
  await useLanguage("en");
  expect(displayName("Guest 4711")).toBe("Guest 4711");
  vi.unstubAllGlobals();
});
