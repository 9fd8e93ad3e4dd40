import { beforeEach, describe, expect, it, vi } from "vitest";

import type { TableEvent } from "../../net/events";
import { settings } from "../../services/settings.svelte";
import { scene } from "../model/scene.fixture";
import { added, Stage } from "./stage.svelte";

it("finds the new cards of a hand, and of two equal ones the second", () => {
  expect(added([2, 7], [0, 2, 7, 7, 12])).toEqual([0, 3, 4]);
  expect(added([], [3])).toEqual([0]);
  expect(added([3, 4], [3, 4])).toEqual([]);
});

describe("a deal", () => {
  const dealt: TableEvent = { type: "dealt", dealer: 1, first: 0 };
  const next = scene({ version: 2, happened: [dealt] }, { number: 2 });
  const discarded = scene({ version: 3, happened: [{ type: "discarded", seat: 0, card: 7, pile: 2 }] }, { number: 2, moves: 1 });
  let page: EventTarget;

  /** A stage whose flights take until they are dropped, and the cards that have arrived on it. */
  function stageWith() {
    const stage = new Stage(scene());
    const arrived: string[] = [];
    vi.spyOn(stage.flightLayer, "cardRectAt").mockReturnValue({ x: 0, y: 0, width: 5, height: 7 });
    vi.spyOn(stage.flightLayer, "arrive").mockImplementation((_from, landings) => {
      arrived.push(...landings.map(({ place }) => place));
      return new Promise((land) => vi.spyOn(stage.flightLayer, "drop").mockImplementationOnce(land));
    });
    const caughtUp = vi.fn();
    stage.oncaughtup = caughtUp;
    return { stage, arrived, caughtUp };
  }

  beforeEach(() => {
    page = new EventTarget();
    vi.stubGlobal("document", { visibilityState: "visible" });
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    settings.pace = "calm";
    settings.flights = true;
  });

  it("is seen above the board that has its cards already", async () => {
    const { stage, arrived, caughtUp } = stageWith();
    stage.receive(next);
    expect(stage.shown).toBe(next);
    expect(stage.isBehind).toBe(false);
    await vi.waitFor(() => expect(arrived.slice(0, 3)).toEqual(["0s", "1s", "0s"]));
    expect(caughtUp).not.toHaveBeenCalled();
  });

  it("is also seen where a board begins with it", async () => {
    const { stage, arrived } = stageWith();
    stage.newest = { ...stage.newest, happened: [dealt] };
    void stage.begin();
    await vi.waitFor(() => expect(arrived).not.toEqual([]));
  });

  it.each(["pointerdown", "keydown"])("ends by a %s", async (gesture) => {
    const { stage, arrived, caughtUp } = stageWith();
    stage.receive(next);
    await vi.waitFor(() => expect(arrived).not.toEqual([]));
    page.dispatchEvent(new Event(gesture));
    expect(caughtUp).toHaveBeenCalledOnce();
  });

  it("comes before what happens next, which nobody misses", async () => {
    const { stage, arrived } = stageWith();
    stage.receive(next);
    stage.receive(discarded);
    await vi.waitFor(() => expect(arrived).not.toEqual([]));
    expect(stage.shown).toBe(next);
    stage.finish();
    expect(stage.shown).toBe(discarded);
  });

  it.each([
    ["instant", () => (settings.pace = "instant")],
    ["without flying cards", () => (settings.flights = false)],
    ["with less motion", () => vi.stubGlobal("matchMedia", () => ({ matches: true }))],
    ["in a hidden tab", () => vi.stubGlobal("document", { visibilityState: "hidden" })],
  ])("is not seen %s", (_how, arrange) => {
    arrange();
    const { stage, arrived, caughtUp } = stageWith();
    stage.receive(next);
    expect(caughtUp).toHaveBeenCalledOnce();
    expect(arrived).toEqual([]);
  });
});
