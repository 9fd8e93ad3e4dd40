import { beforeEach, describe, expect, it, vi } from "vitest";

import { settings } from "../../services/settings.svelte";
import { dealTime, Round } from "./pace";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  settings.flights = true;
});

/** The time in which a round of this many events is shown. */
function timeOf(pace: "calm" | "quick" | "instant", events: number): number {
  const round = new Round();
  let now = 0;
  round.resume(pace, now);
  for (let waiting = events; waiting > 0; waiting--) now += round.beat(pace, waiting, now).time;
  return now;
}

describe("a round", () => {
  it.each([1, 20, 60, 400])("of %i events ends in time: 2 seconds if quick, 8 if calm", (events) => {
    expect(timeOf("quick", events)).toBeLessThan(2_000);
    expect(timeOf("calm", events)).toBeLessThan(8_000);
    expect(timeOf("instant", events)).toBe(0);
  });

  it("of few events is not slower for it", () => {
    expect(timeOf("calm", 2)).toBe(2 * timeOf("calm", 1));
  });

  it.each([
    ["quick", 2_000],
    ["calm", 8_000],
  ] as const)("that a player waits for ends in time if %s, also where bots think between their moves", (pace, most) => {
    const round = new Round();
    let now = 0;
    round.awaitOthers(pace, now);
    for (let moves = 0; moves < 40 && !round.isOver(now); moves++) {
      now += 150; // the bot thinks
      round.resume(pace, now);
      if (!round.isOver(now)) now += round.beat(pace, 1, now).time;
      round.pause(now);
    }
    expect(round.isOver(now)).toBe(true);
    expect(now).toBeLessThan(most);
  });

  it("shows what somebody does who has thought for long", () => {
    const round = new Round();
    round.awaitOthers("calm", 0);
    round.resume("calm", 30_000);
    expect(round.isOver(30_000)).toBe(false);
    expect(round.beat("calm", 1, 30_000).flies).toBe(true);
  });

  it("begins anew with each own move, and with whatever is shown to somebody who only looks on", () => {
    const round = new Round();
    round.awaitOthers("quick", 0);
    round.pause(1_400);
    round.awaitOthers("quick", 1_450);
    round.resume("quick", 1_500);
    expect(round.isOver(2_000)).toBe(false);
    const watched = new Round();
    for (let now = 0; now < 10_000; now += 500) {
      watched.resume("quick", now);
      expect(watched.isOver(now + 400)).toBe(false);
      watched.pause(now + 400);
    }
  });

  it("shows what comes too late at once", () => {
    const round = new Round();
    round.resume("calm", 0);
    expect(round.isOver(1)).toBe(false);
    expect(round.isOver(60_000)).toBe(true);
  });
});

describe("without flights", () => {
  const lessMotion = () => vi.stubGlobal("matchMedia", () => ({ matches: true }));

  it("by the settings, nothing at a table is waited for", () => {
    settings.flights = false;
    expect(timeOf("calm", 3)).toBe(0);
    expect(timeOf("calm", 400)).toBe(0);
  });

  it("by the system, events are still seen one after the other, each for less time", () => {
    const flown = timeOf("calm", 3);
    lessMotion();
    expect(timeOf("calm", 3)).toBeLessThan(flown / 2);
    expect(timeOf("calm", 3)).toBeGreaterThan(0);
  });

  it.each([
    ["by the settings", () => (settings.flights = false)],
    ["by the system", lessMotion],
  ])("%s, neither a card nor a deal is seen to fly", (_by, turnOff) => {
    turnOff();
    expect(new Round().beat("calm", 1).flies).toBe(false);
    expect(dealTime("calm")).toBe(0);
  });
});

it("shows a deal in about a second if calm, in less if quick, and not at all if instant", () => {
  expect(dealTime("calm")).toBeGreaterThan(900);
  expect(dealTime("quick")).toBeLessThan(dealTime("calm"));
  expect(dealTime("instant")).toBe(0);
});
