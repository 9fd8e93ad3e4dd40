import { describe, expect, it } from "vitest";

import type { Scene } from "../model/scene";
import { GAMES, scene } from "../model/scene.fixture";
import { arrived, breaksSequence, confirms, departed, predictedEvent, sceneAfter } from "./transitions";

/** The part of a scene that events change; the rest comes with the next update. */
function cards({ game, hand }: Scene) {
  const { hands, stocks, discards, building, draw, turn, outcome } = game;
  return { hand, hands, stocks, discards, building, draw, turn, outcome, exposed: game.kitchen?.exposed };
}

describe("scenes between two updates", () => {
  it.each(GAMES.map((game, index) => [index, game] as const))("lead to the server's next scene throughout game %i", (_, game) => {
    let compared = 0;
    for (const [index, next] of game.entries()) {
      const before = game[index - 1];
      if (!before || next.happened!.some(breaksSequence)) continue;
      const shown = next.happened!.reduce(sceneAfter, before);
      expect(cards(shown), `before move ${index}: ${JSON.stringify(next.happened)}`).toEqual(cards(next));
      compared++;
    }
    expect(compared).toBeGreaterThan(40);
  });

  it("have a card in flight on no pile", () => {
    const played = { type: "played", seat: 0, card: 5, source: "discard", owner: 0, number: 1, pile: 3, stands_for: 5 } as const;
    const between = departed(scene(), played);
    expect(between.game.discards[0]![0]).toEqual([9]);
    expect(between.game.building[2]).toEqual([]);
    expect(arrived(between, played).game.building[2]).toEqual([5]);
  });
});

describe("the prediction of a move", () => {
  it.each(GAMES.map((game, index) => [index, game] as const))("is the event that the server reports, throughout game %i", (_, game) => {
    let confirmed = 0;
    for (const [index, next] of game.entries()) {
      const before = game[index - 1];
      const event = next.happened!.find((each) => (each.type === "played" || each.type === "discarded") && each.seat === 0);
      if (!before || !event) continue;
      const predictions = before.legal.map((move) => predictedEvent(before, move)).filter((prediction) => prediction !== null);
      expect(predictions.filter((prediction) => confirms(prediction, event))).toHaveLength(1);
      confirmed++;
    }
    expect(confirmed).toBeGreaterThan(5);
  });

  it("has the number that a wild will stand for", () => {
    expect(predictedEvent(scene(), "hW>b2")).toMatchObject({ card: 0, pile: 2, stands_for: 3 });
  });

  it("is null for a move without a card", () => {
    expect(predictedEvent(scene(), "pass")).toBeNull();
    expect(predictedEvent(scene(), "0: draw")).toBeNull();
  });
});
