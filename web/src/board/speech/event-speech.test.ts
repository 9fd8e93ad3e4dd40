import { beforeEach, describe, expect, it } from "vitest";

import { announcer } from "../../services/announcer.svelte";
import { settings } from "../../services/settings.svelte";
import { GAMES, scene } from "../model/scene.fixture";
import { narrateKitchens } from "../../narration/kitchen-sentences";
import { announceEvents } from "./event-speech";

const texts = (announcements: typeof announcer.polite) => announcements.map(({ text }) => text);
const announced = () => ({ said: texts(announcer.polite), interrupted: texts(announcer.urgent) });

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
    expect(announced()).toEqual({ said: ["Ben: 4 from hand to discard pile 2.", "You draw: 3."], interrupted: ["Your turn."] });
  });

  it("never interrupt on a read-only board", () => {
    announceEvents(scene({ happened: [...happened] as never }), false);
    expect(announced().interrupted).toEqual([]);
    expect(announced().said).toContain("Your turn.");
  });

  it("announce only what concerns the player if the settings say so", () => {
    settings.tellAll = false;
    announceEvents(scene({ happened: [...happened] as never }), true);
    expect(announced()).toEqual({ said: ["You draw: 3."], interrupted: ["Your turn."] });
  });

  it("leave rulings to the kitchen panel at a live board", () => {
    narrateKitchens();
    const judged = [{ type: "overdrew", seat: 1, card: 4 }] as never;
    announceEvents(scene({ happened: judged }), true);
    expect(announced().said).toEqual([]);
    announceEvents(scene({ happened: judged }), false);
    expect(announced().said).toEqual(["Ben: one card too many (4), shuffled into the stock pile."]);
  });

  it("keep the last texts, and lose none of those that come at once", () => {
    for (const each of GAMES[0]!) announceEvents(each, true);
    expect(announcer.polite).toHaveLength(12);
    expect(new Set(announcer.polite.map((announcement) => announcement.id)).size).toBe(12);
  });
});
