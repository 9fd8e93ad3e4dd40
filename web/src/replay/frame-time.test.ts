import { beforeEach, expect, it, vi } from "vitest";

import { settings } from "../services/settings.svelte";
import { frameTime } from "./frame-time";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  settings.flights = true;
});

it("a frame is shown longer the more happens in it, and the calmer the replay is", () => {
  expect(frameTime("calm", 3)).toBeGreaterThan(frameTime("calm", 1));
  expect(frameTime("calm", 1)).toBeGreaterThan(frameTime("quick", 1));
  expect(frameTime("quick", 1)).toBeGreaterThan(frameTime("instant", 1));
});

it.each([
  ["by the settings", () => (settings.flights = false)],
  ["by the system", () => vi.stubGlobal("matchMedia", () => ({ matches: true }))],
])("without flights %s, only its own pace is left, however much happens in it", (_by, turnOff) => {
  const flown = frameTime("calm", 1);
  turnOff();
  expect(frameTime("calm", 1)).toBeLessThan(flown);
  expect(frameTime("calm", 4)).toBe(frameTime("calm", 0));
  expect(frameTime("calm", 1)).toBeGreaterThan(frameTime("quick", 1));
});
