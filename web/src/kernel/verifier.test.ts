import { describe, expect, it } from "vitest";

import spoiled from "../generated/spoiled.json";
import vectors from "../generated/vectors.json";
import type { GameRecord } from "./game-record";
import { kernelOfTests } from "./kernel-of-tests";
import { holds, keyIn, readRecord, verify, type Findings } from "./verifier";

const kernel = kernelOfTests();
const games = (vectors as unknown as { record: GameRecord }[]).map(({ record }) => record);
const verdictOn = (record: GameRecord) => verify(kernel, record, keyIn(record));

describe("the check of records", () => {
  it("refuses the same lines as Python's, and no others", () => {
    const other = spoiled.filter(({ line, fault }) => {
      const record = readRecord(line);
      return (record !== null && holds(verdictOn(record))) !== (fault === null);
    });
    expect(other.map(({ what, fault }) => [what, fault])).toEqual([]);
    expect(spoiled.filter(({ fault }) => fault === null).length).toBeGreaterThan(50);
    expect(new Set(spoiled.map(({ fault }) => fault)).size).toBeGreaterThan(25);
  });

  it("passes for games of the engine, at kitchen tables too", () => {
    for (const record of games) expect(verdictOn(record)).toMatchObject({ table: true, commitment: true, deal: true, play: true });
  });

  it.each<[string, Partial<GameRecord>, Partial<Findings>]>([
    ["a house rule", { house: { stock: 5 } }, { table: false }],
    ["a commitment", { commitment: "00".repeat(32) }, { commitment: false, deal: true, play: true }],
    ["a key", { seed: "00".repeat(32), commitment: null }, { commitment: true, deal: false, play: false }],
    ["no key", { seed: null }, { deal: false, play: false }],
    ["no moves", { moves: [] }, { deal: true, play: false }],
  ])("says what does not hold: %s", (_what, change, found) => {
    expect(verdictOn({ ...games[0]!, ...change })).toMatchObject(found);
  });

  it("allows a kitchen table only with its own rulings", () => {
    const kitchen = games.find(({ referee }) => referee === "kitchen")!;
    expect(verdictOn({ ...kitchen, rulings: 3 }).table).toBe(false);
    expect(verdictOn({ ...kitchen, referee: "strict" }).table).toBe(false);
  });
});
