import { describe, expect, it } from "vitest";

import { EDITIONS } from "../catalogue/editions";
import { allowedOptions, changeOptions, DEFAULT_FRIENDS, DEFAULT_GAME, optionsFromQuery, tableAgainstBots, tableForFriends } from "./game-options";

const query = (text: string) => new URLSearchParams(text);
const withoutMatch = EDITIONS.find((each) => each.points === null)!;
const withoutKitchen = EDITIONS.find((each) => !each.kitchen)!;
const choosing = (choice: string) => EDITIONS.find((each) => each.seat_choice === choice)!.id;

describe("the options of a game", () => {
  it("drop partners for a number of players that does not make pairs", () => {
    expect(allowedOptions({ ...DEFAULT_GAME, players: 4, partners: true }).partners).toBe(true);
    expect(allowedOptions({ ...DEFAULT_GAME, players: 5, partners: true }).partners).toBe(false);
  });

  it("drop a match to points, or the kitchen table, for an edition without them", () => {
    expect(allowedOptions({ ...DEFAULT_GAME, edition: withoutMatch.id, points: 500 }).points).toBeNull();
    expect(allowedOptions({ ...DEFAULT_GAME, edition: withoutKitchen.id, kitchen: true }).kitchen).toBe(false);
  });

  it("keep a chosen seat only where the edition leaves the choice and somebody sits there", () => {
    const chosen = { ...DEFAULT_GAME, players: 3, dealer: 2, youngest: 1 };
    expect(allowedOptions(chosen)).toMatchObject({ dealer: null, youngest: null });
    expect(allowedOptions({ ...chosen, edition: choosing("dealer") })).toMatchObject({ dealer: 2, youngest: null });
    expect(allowedOptions({ ...chosen, edition: choosing("youngest") })).toMatchObject({ dealer: null, youngest: 1 });
    expect(changeOptions({ ...chosen, edition: choosing("dealer") }, { players: 2 }).dealer).toBeNull();
  });

  it("drop a short stock that the next edition does not have, but keep a house rule until then", () => {
    const short = changeOptions(DEFAULT_GAME, { stock: 10 });
    expect(short.stock).toBe(10);
    expect(changeOptions(short, { edition: withoutMatch.id }).stock).toBeNull();
    expect(changeOptions({ ...DEFAULT_GAME, stock: 7 }, { partners: true }).stock).toBe(7);
  });

  it("follow the address, and ignore its invalid values", () => {
    const asked = optionsFromQuery(DEFAULT_GAME, query("edition=mattel-2016&players=4&partners=1&stock=5&level=sharp&points=200"));
    expect(asked).toMatchObject({ edition: "mattel-2016", players: 4, partners: true, stock: 5, level: "sharp", points: 200 });
    expect(optionsFromQuery(DEFAULT_GAME, query("edition=none&players=x&stock=-3"))).toEqual(DEFAULT_GAME);
  });

  it("name a column of the sheet only at a kitchen table where the columns disagree", () => {
    const columns = EDITIONS.find((each) => each.columns.length > 1)!;
    const chosen = { ...DEFAULT_GAME, edition: columns.id, kitchen: true, column: columns.columns[1]! };
    expect(tableAgainstBots(allowedOptions(chosen)).column).toBe(columns.columns[1]);
    expect(allowedOptions({ ...chosen, kitchen: false }).column).toBeNull();
    expect(allowedOptions({ ...chosen, column: columns.columns[0]! }).column).toBeNull();
    expect(allowedOptions({ ...chosen, edition: EDITIONS.find((each) => !each.columns.length && each.kitchen)!.id }).column).toBeNull();
    expect(optionsFromQuery(chosen, query("column=xx")).column).toBeNull();
  });

  it("follow the address in who deals first and who is youngest, the first seat included", () => {
    const stored = { ...DEFAULT_GAME, edition: choosing("youngest"), youngest: 1 };
    expect(optionsFromQuery(stored, query("youngest=0")).youngest).toBe(0);
    const first = optionsFromQuery(DEFAULT_GAME, query(`edition=${choosing("dealer")}&players=4&dealer=3`));
    expect(tableAgainstBots(first)).toMatchObject({ dealer: 3, youngest: null });
    expect(optionsFromQuery(DEFAULT_GAME, query(`edition=${choosing("dealer")}&dealer=12`)).dealer).toBeNull();
  });

  it("have the bots that the address names", () => {
    const asked = optionsFromQuery(DEFAULT_GAME, query("players=3&bots=eager,planner"));
    expect(tableAgainstBots(asked).bots).toEqual([null, "eager", "planner"]);
    expect(changeOptions(asked, { players: 2 }).bots).toBeNull();
  });
});

describe("the opened table", () => {
  it("has a bot of the level at every other seat", () => {
    const options = tableAgainstBots({ ...DEFAULT_GAME, players: 4, level: "master" });
    expect(options.bots).toEqual([null, "master", "master", "master"]);
    expect(options.substitute).toBe("master");
  });

  it("has free seats for friends", () => {
    const options = tableForFriends(DEFAULT_GAME, { ...DEFAULT_FRIENDS, public: true });
    expect(options.bots).toBeUndefined();
    expect(options.public).toBe(true);
  });
});
