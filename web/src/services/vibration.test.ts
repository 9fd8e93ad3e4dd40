import { beforeEach, expect, it, vi } from "vitest";

import { settings } from "./settings.svelte";
import { canVibrate, vibrate } from "./vibration";

const vibrated = vi.fn();

function device({ touch = true, pressed = true, still = false } = {}): void {
  vi.stubGlobal("navigator", { vibrate: vibrated, userActivation: { hasBeenActive: pressed } });
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("reduced-motion") ? still : touch }));
}

beforeEach(() => {
  vibrated.mockClear();
  settings.vibration = true;
  device();
});

it("a phone vibrates shortly, and longest for a win", () => {
  vibrate("laid");
  vibrate("turn");
  vibrate("won");
  expect(vibrated.mock.calls.flat()).toEqual([8, 20, [30, 70, 30, 70, 60]]);
});

it.each([
  ["the settings say so", () => (settings.vibration = false)],
  ["nobody has pressed anything yet", () => device({ pressed: false })],
  ["there is a mouse", () => device({ touch: false })],
  ["the system asks for less motion", () => device({ still: true })],
  ["the browser cannot", () => vi.stubGlobal("navigator", {})],
])("nothing vibrates if %s", (_why, arrange) => {
  arrange();
  vibrate("won");
  expect(vibrated).not.toHaveBeenCalled();
});

it("a device without vibration or touch, or that is to keep still, has no setting for it", () => {
  expect(canVibrate()).toBe(true);
  device({ touch: false });
  expect(canVibrate()).toBe(false);
  device({ still: true });
  expect(canVibrate()).toBe(false);
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  expect(canVibrate()).toBe(false);
});
