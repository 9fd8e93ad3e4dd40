import { describe, expect, it } from "vitest";

import { EDITIONS } from "../catalogue/editions";
import { gameInWords } from "./game-in-words";
import { allowedOptions, DEFAULT_GAME, optionsFromQuery } from "./game-options";

const asked = (query: string) => gameInWords(optionsFromQuery(DEFAULT_GAME, new URLSearchParams(query)));

describe("the next game in words", () => {
  it("says who plays, with how many cards and by which rules", () => {
    expect(gameInWords(DEFAULT_GAME)).toBe("You and a bot (steady), 30 cards in each stock pile, 2003 rules");
    expect(asked("players=3&stock=20&level=sharp")).toBe("You and two bots (sharp), 20 cards in each stock pile, 2003 rules");
  });

  it("says what is not as usual", () => {
    const words = asked("players=4&partners=1&points=500&kitchen=1&bots=eager,planner,eager");
    expect(words).toContain("three bots (eager, planner), partners,");
    expect(words).toContain("match to 500 points, kitchen table");
    expect(asked("edition=mattel-2016&players=3&youngest=2")).toContain("youngest: East");
  });

  it.each(EDITIONS.map(({ id }) => id))("has a word for every number of players and edition: %s", (edition) => {
    for (const players of [2, 3, 4, 5, 6]) {
      expect(gameInWords(allowedOptions({ ...DEFAULT_GAME, edition, players }))).toMatch(/^You and .*rules/);
    }
  });
});
