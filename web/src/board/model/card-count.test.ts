import { expect, it } from "vitest";

import { countCards } from "./card-count";
import { GAMES, scene } from "./scene.fixture";

const sum = (numbers: number[]): number => numbers.reduce((all, each) => all + each, 0);

it("takes every card that lies open for seen, and no other", () => {
  for (const each of GAMES.flat()) {
    const { draw, hands, stocks, spent, kitchen } = each.game;
    const covered = stocks.map(({ count }) => Math.max(0, count - 1));
    const hidden = sum([draw - (kitchen?.exposed.length ?? 0), ...hands.slice(1), ...covered]);
    const counted = countCards(each);
    expect(sum(counted.map(({ unseen }) => unseen))).toBe(hidden);
    expect(sum(counted.map((each) => each.spent))).toBe(spent.length);
  }
});

it("counts each kind of card by itself, the wild first", () => {
  const [wild, ones, twos] = countCards(scene({}, { spent: [1, 0, 3] }));
  expect(wild).toEqual({ card: 0, unseen: 15, spent: 1 });
  expect(ones).toEqual({ card: 1, unseen: 9, spent: 1 });
  expect(twos).toEqual({ card: 2, unseen: 11, spent: 0 });
});
