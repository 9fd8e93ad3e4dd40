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

  describe("say once that a stock pile is nearly empty", () => {
    const played = { type: "played", seat: 1, card: 2, source: "stock", owner: 1, number: 0, pile: 2, stands_for: 2 } as const;
    const after = (own: number, count: number, ...happened: unknown[]) => {
      const stocks = [5, 5].map((others, seat) => ({ top: 2, count: seat === 1 ? count : others }));
      announceEvents(scene({ own, happened: happened as never }, { stocks }), true);
      return announced().said.filter((text) => text.includes("left"));
    };

    it("to everybody", () => {
      expect(after(0, 4, played)).toEqual([]);
      expect(after(0, 3, played)).toEqual(["Ben has 3 cards left in the stock pile."]);
      expect(after(0, 2, played)).toHaveLength(1);
    });

    it("also if several cards came at once, and not for a card from the hand", () => {
      expect(after(0, 3, { ...played, source: "hand" })).toEqual([]);
      expect(after(0, 1, played, played, played)).toEqual(["Ben has 1 card left in the stock pile."]);
    });

    it("to those who want to hear little, of their own", () => {
      settings.tellAll = false;
      expect(after(0, 3, played)).toEqual([]);
      expect(after(1, 3, played)).toEqual(["You have 3 cards left in the stock pile."]);
    });
  });

  it("keep the last texts, and lose none of those that come at once", () => {
    for (const each of GAMES[0]!) announceEvents(each, true);
    expect(announcer.polite).toHaveLength(12);
    expect(new Set(announcer.polite.map((announcement) => announcement.id)).size).toBe(12);
  });
});
