import { describe, expect, it } from "vitest";

import { GAMES, scene } from "../model/scene.fixture";
import { dealtCards, flightsOf } from "./flights";

describe("flights", () => {
  it("go from the pile a card lay on to the pile it is played to", () => {
    const played = { type: "played", seat: 0, card: 0, source: "discard", owner: 2, number: 3, pile: 4, stands_for: 6 } as const;
    expect(flightsOf(played, scene())).toEqual([{ from: "2d3", to: "b4", card: 0, as: 6 }]);
    expect(flightsOf({ ...played, source: "stock" }, scene())[0]!.from).toBe("2s");
    expect(flightsOf({ ...played, source: "hand", owner: 0 }, scene())[0]!.from).toBe("0h");
  });

  it("of drawn cards are face down", () => {
    expect(flightsOf({ type: "drew", seat: 0, count: 5, cards: [1, 2, 3, 4, 5] }, scene())).toEqual([
      { from: "draw", to: "0h", card: null, count: 5 },
    ]);
  });

  it("take a complete pile away with its top card visible", () => {
    expect(flightsOf({ type: "completed", pile: 2 }, scene())).toEqual([
      { from: "b2", to: "draw", card: 0, as: 2, fades: true },
    ]);
  });

  it("of a deal go round the table from the first player on, a few to each stock pile, then to the own hand", () => {
    const dealt = scene({ hand: [4, 9] }, { turn: 1 });
    const stocks = ["1s", "0s", "1s", "0s", "1s", "0s"].map((place) => ({ place, card: null }));
    expect(dealtCards(dealt)).toEqual([...stocks, { place: "h0", card: 4 }, { place: "h1", card: 9 }]);
    expect(dealtCards(scene({ hand: [] }, { stocks: [{ top: 2, count: 1 }, { top: 3, count: 1 }] }))).toHaveLength(2);
  });

  it("lead only to places of the board", () => {
    const places = GAMES.flat().flatMap((each) =>
      each.happened!.flatMap((event) => flightsOf(event, each)).flatMap(({ from, to }) => [from, to]),
    );
    expect(places.length).toBeGreaterThan(200);
    expect(places.filter((place) => !/^(draw|b[1-4]|\d(s|h|d[1-4]))$/.test(place))).toEqual([]);
  });
});
