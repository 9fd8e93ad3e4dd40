import { describe, expect, it } from "vitest";

import { parseMove } from "./move-notation";
import { cardAt, nextCard, onlyWay, placeOfSource, placesOfMove, sourceAt, targetAt } from "./places";
import { GAMES, scene } from "./scene.fixture";

describe("places", () => {
  it("are where every legal move starts and ends", () => {
    for (const shown of GAMES.flat())
      for (const text of shown.legal.filter((move) => move.includes(">"))) {
        const [from, to] = placesOfMove(shown, text);
        const [source, target] = text.replace(/^\d: /, "").split(">");
        expect(sourceAt(shown, from!)).toBe(source);
        expect(targetAt(shown, to!)).toBe(target);
      }
  });

  it("name a card of the hand by its rank, and find the first of two equal ones", () => {
    expect(sourceAt(scene(), "h0")).toBe("hW");
    expect(sourceAt(scene(), "h3")).toBe("h7");
    expect(placeOfSource(scene(), "h7")).toBe("h2");
    expect(sourceAt(scene(), "h9")).toBeNull();
  });

  it("name own piles without the seat, and a partner's with it", () => {
    expect(sourceAt(scene(), "0d3")).toBe("d3");
    expect(sourceAt(scene(), "1s")).toBe("1s");
    expect(targetAt(scene(), "1d1")).toBeNull();
    expect(targetAt(scene({ own: null }), "0d1")).toBeNull();
  });

  it("know the next card of every building pile, which is what can be played there", () => {
    for (const shown of GAMES.flat())
      for (const text of shown.legal.filter((move) => />b/.test(move))) {
        const [from, to] = placesOfMove(shown, text);
        expect([0, nextCard(shown.game.building[Number(to!.slice(1)) - 1]!)]).toContain(cardAt(shown, from!));
      }
  });

  it("know their top card", () => {
    expect(cardAt(scene(), "b2")).toBe(0);
    expect(cardAt(scene(), "0d1")).toBe(5);
    expect(cardAt(scene(), "0d2")).toBeNull();
    expect(cardAt(scene(), "1s")).toBe(12);
    expect(cardAt(scene(), "1h")).toBeUndefined();
  });
});

describe("a card that can go only one way", () => {
  const way = (...moves: string[]) => onlyWay(scene(), moves.map(parseMove))?.text ?? null;

  it("has one building pile, however many discard piles", () => {
    expect(way("h1>b1", "h1>d1", "h1>d2")).toBe("h1>b1");
  });

  it("has building piles that look the same", () => {
    expect(way("h1>b1", "h1>b3", "h1>b4")).toBe("h1>b1");
  });

  it("is not one with different building piles or with several discard piles only", () => {
    expect(way("hW>b1", "hW>b2")).toBeNull();
    expect(way("h7>d1", "h7>d2")).toBeNull();
    expect(way()).toBeNull();
  });

  it("may be a discard with one pile to go to", () => {
    expect(way("h7>d2")).toBe("h7>d2");
  });
});
