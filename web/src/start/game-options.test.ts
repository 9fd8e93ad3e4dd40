import { describe, expect, it } from "vitest";

import { EDITIONS } from "../catalogue/editions";
import { allowedOptions, changeOptions, DEFAULT_FRIENDS, DEFAULT_GAME, optionsFromQuery, tableAgainstBots, tableForFriends } from "./game-options";

const query = (text: string) => new URLSearchParams(text);
const withoutMatch = EDITIONS.find((each) => each.points === null)!;
const withoutKitchen = EDITIONS.find((each) => !each.kitchen)!;

describe("what can be chosen", () => {
  it("drops partners where the number of players does not make pairs", () => {
    expect(allowedOptions({ ...DEFAULT_GAME, players: 4, partners: true }).partners).toBe(true);
    expect(allowedOptions({ ...DEFAULT_GAME, players: 5, partners: true }).partners).toBe(false);
  });

  it("drops a match by points where the sheet counts none, and the kitchen where the sheet has none", () => {
    expect(allowedOptions({ ...DEFAULT_GAME, edition: withoutMatch.id, points: 500 }).points).toBeNull();
    expect(allowedOptions({ ...DEFAULT_GAME, edition: withoutKitchen.id, kitchen: true }).kitchen).toBe(false);
  });

  it("leaves a short stock behind that the next sheet does not have, but keeps a house rule until then", () => {
    const short = changeOptions(DEFAULT_GAME, { stock: 10 });
    expect(short.stock).toBe(10);
    expect(changeOptions(short, { edition: withoutMatch.id }).stock).toBeNull();
    expect(changeOptions({ ...DEFAULT_GAME, stock: 7 }, { partners: true }).stock).toBe(7);
  });

  it("takes what an address asks for, and nothing that means nothing", () => {
    const asked = optionsFromQuery(DEFAULT_GAME, query("edition=mattel-2016&players=4&partners=1&stock=5&level=sharp&points=200"));
    expect(asked).toMatchObject({ edition: "mattel-2016", players: 4, partners: true, stock: 5, level: "sharp", points: 200 });
    expect(optionsFromQuery(DEFAULT_GAME, query("edition=none&players=x&stock=-3"))).toEqual(DEFAULT_GAME);
  });

  it("seats the bots that an address names one by one", () => {
    const asked = optionsFromQuery(DEFAULT_GAME, query("players=3&bots=eager,planner"));
    expect(tableAgainstBots(asked).bots).toEqual([null, "eager", "planner"]);
    expect(changeOptions(asked, { players: 2 }).bots).toBeNull();
  });
});

describe("the table that is opened", () => {
  it("has a bot of the level at every other seat", () => {
    const options = tableAgainstBots({ ...DEFAULT_GAME, players: 4, level: "master" });
    expect(options.bots).toEqual([null, "master", "master", "master"]);
    expect(options.substitute).toBe("master");
  });

  it("has free seats for people", () => {
    const options = tableForFriends(DEFAULT_GAME, { ...DEFAULT_FRIENDS, public: true });
    expect(options.bots).toBeUndefined();
    expect(options.public).toBe(true);
  });
});
