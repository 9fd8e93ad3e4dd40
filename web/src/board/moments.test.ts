import { describe, expect, it } from "vitest";

import { scene } from "./model/scene.fixture";
import { momentOf } from "./moments";

const played = { type: "played", seat: 0, card: 2, source: "stock", owner: 0, number: 0, pile: 2, stands_for: 2 } as const;

/** The table of two players, these numbers of cards left in their stock piles. */
const left = (...counts: number[]) => scene({}, { stocks: counts.map((count) => ({ top: 2, count })) });

describe("a card", () => {
  it("is heard when it is laid, and felt by the player who lays it", () => {
    expect(momentOf(played, left(9, 9))).toEqual({ sounds: ["laid"], vibration: "laid" });
    expect(momentOf({ ...played, seat: 1, owner: 1 }, left(9, 9))).toEqual({ sounds: ["laid"] });
  });
});

describe("a stock pile", () => {
  const low = (seat: number) => [{ kind: "low", at: `${seat}s` }];

  it("is nearly empty when three cards are left, which sounds other for one's own", () => {
    expect(momentOf(played, left(3, 9))).toMatchObject({ sounds: ["laid", "nearlyOut"], flourishes: low(0) });
    expect(momentOf({ ...played, seat: 1, owner: 1 }, left(9, 3))).toMatchObject({
      sounds: ["laid", "othersNearlyOut"],
      flourishes: low(1),
    });
  });

  it("is that only once, and not by a card from elsewhere", () => {
    for (const count of [4, 2, 1, 0]) expect(momentOf(played, left(count, 9)).flourishes).toBeUndefined();
    expect(momentOf({ ...played, source: "hand" }, left(3, 9)).flourishes).toBeUndefined();
  });

  it("of a partner counts as one's own", () => {
    const four = scene(
      { seats: Array.from({ length: 4 }, () => scene().seats[0]!) },
      { sides: 2, stocks: Array.from({ length: 4 }, () => ({ top: 2, count: 3 })) },
    );
    expect(momentOf({ ...played, seat: 2, owner: 2 }, four).sounds).toEqual(["laid", "nearlyOut"]);
    expect(momentOf({ ...played, seat: 1, owner: 1 }, four).sounds).toEqual(["laid", "othersNearlyOut"]);
  });
});

it("a complete run has a sound and a flourish at its pile", () => {
  expect(momentOf({ type: "completed", pile: 3 }, scene())).toEqual({
    sounds: ["completed"],
    flourishes: [{ kind: "completed", at: "b3" }],
  });
});

it("only the player's own turn is heard and felt", () => {
  expect(momentOf({ type: "turn_began", seat: 0 }, scene())).toEqual({ sounds: ["turn"], vibration: "turn" });
  expect(momentOf({ type: "turn_began", seat: 1 }, scene())).toEqual({});
});

describe("the end of a game", () => {
  const ended = (...winners: number[]) =>
    ({ type: "ended", outcome: { how: "won", winners, points: 30, left: [0, 1] } }) as unknown as Parameters<typeof momentOf>[0];

  it("is celebrated at the seats of the winners", () => {
    const flourishes = [{ kind: "won", at: 0 }];
    expect(momentOf(ended(0), scene())).toEqual({ sounds: ["won"], vibration: "won", flourishes });
    expect(momentOf(ended(0), scene({ own: null }))).toEqual({ sounds: ["won"], flourishes });
  });

  it("is quiet for those who have lost", () => {
    expect(momentOf(ended(1), scene())).toEqual({ sounds: ["lost"] });
  });
});
