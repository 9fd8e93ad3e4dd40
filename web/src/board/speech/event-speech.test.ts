import { beforeEach, describe, expect, it } from "vitest";

import { announcer } from "../../services/announcer.svelte";
import { settings } from "../../services/settings.svelte";
import { GAMES, scene } from "../model/scene.fixture";
import { announceEvents } from "./event-speech";

const heard = () => ({ said: announcer.polite.map((line) => line.text), called: announcer.urgent.map((line) => line.text) });

beforeEach(() => {
  announcer.polite = [];
  announcer.urgent = [];
  settings.tellAll = true;
});

describe("the live regions", () => {
  const happened = [
    { type: "discarded", seat: 1, card: 4, pile: 2 },
    { type: "turn_began", seat: 0 },
    { type: "drew", seat: 0, count: 1, cards: [3] },
  ] as const;

  it("announce events, and interrupt for the player's own turn", () => {
    announceEvents(scene({ happened: [...happened] as never }), true);
    expect(heard()).toEqual({ said: ["Ben: 4 from hand to discard pile 2.", "You draw: 3."], called: ["Your turn."] });
  });

  it("never interrupt on a read-only board", () => {
    announceEvents(scene({ happened: [...happened] as never }), false);
    expect(heard().called).toEqual([]);
    expect(heard().said).toContain("Your turn.");
  });

  it("announce only what concerns the player if the settings say so", () => {
    settings.tellAll = false;
    announceEvents(scene({ happened: [...happened] as never }), true);
    expect(heard()).toEqual({ said: ["You draw: 3."], called: ["Your turn."] });
  });

  it("leave rulings to the kitchen panel at a live board", () => {
    const judged = [{ type: "overdrew", seat: 1, card: 4 }] as never;
    announceEvents(scene({ happened: judged }), true);
    expect(heard().said).toEqual([]);
    announceEvents(scene({ happened: judged }), false);
    expect(heard().said).toEqual(["Ben: one card too many (4), shuffled into stock pile."]);
  });

  it("keep the last texts, and lose none of those that come at once", () => {
    for (const each of GAMES[0]!) announceEvents(each, true);
    expect(announcer.polite).toHaveLength(12);
    expect(new Set(announcer.polite.map((line) => line.id)).size).toBe(12);
  });
});
