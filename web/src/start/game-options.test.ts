import { describe, expect, it } from "vitest";

import { EDITIONS } from "../catalogue/editions";
import { againstBots, asAddressed, changed, FIRST_CHOICES, FIRST_COMPANY, fitting, withPeople } from "./game-options";

const query = (text: string) => new URLSearchParams(text);
const withoutMatch = EDITIONS.find((each) => each.points === null)!;
const withoutKitchen = EDITIONS.find((each) => !each.kitchen)!;

describe("what can be chosen", () => {
  it("drops partners where the number of players does not make pairs", () => {
    expect(fitting({ ...FIRST_CHOICES, players: 4, partners: true }).partners).toBe(true);
    expect(fitting({ ...FIRST_CHOICES, players: 5, partners: true }).partners).toBe(false);
  });

  it("drops a match by points where the sheet counts none, and the kitchen where the sheet has none", () => {
    expect(fitting({ ...FIRST_CHOICES, edition: withoutMatch.id, points: 500 }).points).toBeNull();
    expect(fitting({ ...FIRST_CHOICES, edition: withoutKitchen.id, kitchen: true }).kitchen).toBe(false);
  });

  it("leaves a short stock behind that the next sheet does not have, but keeps a house rule until then", () => {
    const short = changed(FIRST_CHOICES, { stock: 10 });
    expect(short.stock).toBe(10);
    expect(changed(short, { edition: withoutMatch.id }).stock).toBeNull();
    expect(changed({ ...FIRST_CHOICES, stock: 7 }, { partners: true }).stock).toBe(7);
  });

  it("takes what an address asks for, and nothing that means nothing", () => {
    const asked = asAddressed(FIRST_CHOICES, query("edition=mattel-2016&players=4&partners=1&stock=5&level=sharp&points=200"));
    expect(asked).toMatchObject({ edition: "mattel-2016", players: 4, partners: true, stock: 5, level: "sharp", points: 200 });
    expect(asAddressed(FIRST_CHOICES, query("edition=none&players=x&stock=-3"))).toEqual(FIRST_CHOICES);
  });

  it("seats the bots that an address names one by one", () => {
    const asked = asAddressed(FIRST_CHOICES, query("players=3&bots=eager,planner"));
    expect(againstBots(asked).bots).toEqual([null, "eager", "planner"]);
    expect(changed(asked, { players: 2 }).bots).toBeNull();
  });
});

describe("the table that is opened", () => {
  it("has a bot of the level at every other seat", () => {
    const options = againstBots({ ...FIRST_CHOICES, players: 4, level: "master" });
    expect(options.bots).toEqual([null, "master", "master", "master"]);
    expect(options.substitute).toBe("master");
  });

  it("has free seats for people", () => {
    const options = withPeople(FIRST_CHOICES, { ...FIRST_COMPANY, public: true });
    expect(options.bots).toBeUndefined();
    expect(options.public).toBe(true);
  });
});
