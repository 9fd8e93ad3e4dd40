import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";

import { CHANCE, FIRST_LOOK } from "../generated/kernel";
import vectors from "../generated/vectors.json";
import { KernelGame } from "../kernel/game";
import type { GameRecord } from "../kernel/game-record";
import { kernelOfTests } from "../kernel/kernel-of-tests";
import {
  alike,
  conclude,
  mistakesOf,
  costOf,
  decisionAt,
  endOf,
  isBest,
  luckAfter,
  luckOf,
  meanBehind,
  meanCost,
  sidesOf,
  skillOf,
  startOf,
  strokesOf,
  turningPoint,
  type Analysis,
  type Decision,
} from "./analysis";
import { Analyst } from "./analyst";
import { bySide } from "./sides";

const records = (vectors as unknown as { record: GameRecord }[]).map(({ record }) => record);
const long = records.filter(({ referee, moves }) => referee === "strict" && moves.length > 20);
const named = long.map((record) => [`${record.edition}, ${record.seats.length} players`, record] as const);

/** An analysis of so many looks, each of twice the worlds of the one before. */
function analysed(record: GameRecord, looks: number): Analysis {
  const analyst = new Analyst(kernelOfTests(), record);
  let decisions: Decision[] = [];
  let worlds = 0;
  for (let look = 0; look < looks; look++) {
    const count = worlds || FIRST_LOOK;
    decisions = analyst.segments.map((_, number) => analyst.try(number, count));
    worlds += count;
  }
  return conclude(decisions, worlds, record.teams.length, record.result);
}

describe("an analysis", () => {
  it.each(named)("adds up to the last digit: %s", (_name, record) => {
    const found = analysed(record, 2);
    expect(found.worlds).toBe(2 * FIRST_LOOK);
    const sides = sidesOf(found.sides);
    for (const side of sides) {
      const skill = sides.reduce((total, deciding) => total + skillOf(found, deciding, side), 0);
      expect(luckOf(found, side) + skill).toBe(found.result[side]! - startOf(found)[side]!);
    }
  });

  it("has a decision for every move, and its moves are those of the record", () => {
    const [record] = long as [GameRecord];
    const found = analysed(record, 1);
    expect(found.decisions.flatMap(({ played }) => played)).toEqual(record.moves);
    expect(record.moves.map((_, moves) => decisionAt(found, moves))).not.toContain(null);
    expect(decisionAt(found, record.moves.length)).toBeNull();
  });

  it("has no cost and no reasons where what was played was best", () => {
    for (const record of long)
      for (const made of analysed(record, 1).decisions.filter(isBest)) expect(made.reasons).toEqual([]);
  });

  // The numbers are those of tests/coach/test_analysis.py
  it("is the same in Python", () => {
    const [kernel, key] = [kernelOfTests(), new Uint8Array(32).fill(6)];
    const game = new KernelGame(kernel, { edition: "mattel-2003", players: 2, sides: 2, stock: 1, dealer: null, youngest: 0 });
    game.deal(key);
    const record = {
      ...{ edition: "mattel-2003", referee: "strict", stock: 1, seed: bytesToHex(key) },
      ...{ seats: [{}, {}], teams: [[0], [1]], dealer: game.dealer, first: game.first, deal: game.dealt() },
      moves: ["h7>d1", "h4>d4", "hW>b1", "h10>d3", "h2>b1", "h8>d4", "h3>b1", "h4>b1", "s>b1"],
    } as unknown as GameRecord;
    const analyst = new Analyst(kernelOfTests(), record);
    const decisions = analyst.segments.map((_, number) => analyst.try(number, 2));
    const found = conclude(decisions, 2, 2, { how: "stock", winners: [0], left: [], points: 0 });
    expect(decisions.map(({ before, after, cost }) => [before, after, cost])).toEqual([
      [[49221, 81849], [48124, 82946], 0],
      [[54820, 76250], [53636, 77434], 0],
      [[105846, 25225], [84987, 46083], 20859],
      [[102567, 28504], [106689, 24382], 0],
      [[131072, 0], [131072, 0], 0],
    ]);
    expect(decisions.map(({ best }) => best.join(" "))).toEqual(["h3>d1", "h4>d4", "h3>d2", "h6>d1", "h3>b1 h4>b1 s>b1"]);
    expect(decisions.map((made) => luckAfter(found, made, 0))).toEqual([6696, 52210, 17580, 24383, 0]);
    expect([0, 1].map((side) => luckOf(found, side))).toEqual([100869, -100866]);
  });

  it("refuses a kitchen table", () => {
    const kitchen = records.find(({ referee }) => referee === "kitchen")!;
    expect(() => new Analyst(kernelOfTests(), kitchen)).toThrow();
  });
});

describe("decisions", () => {
  const made = (first: number, cost: number, error: number, best = ["s>b1"]): Decision => ({
    ...{ seat: 0, first, played: ["h3>d1"], best, error, reasons: [] },
    ...{ before: [0.5 * CHANCE, 0], after: [0, 0], cost: cost * CHANCE },
  });

  it("are mistakes if their cost is beyond doubt and worth a look, the costliest first", () => {
    const decisions = [made(0, 0.1, 0.04), made(1, 0.1, 0.06), made(2, 0.3, 0.1), made(3, 0.3, 0.1, ["h3>d1"]), made(4, 0.009, 0)];
    const found = conclude(decisions, 1, 2, { how: "stock", winners: [1], left: [], points: 0 });
    expect(mistakesOf(found).map(({ first }) => first)).toEqual([2, 0]);
    expect(costOf(found, decisions[0]!)).toBeCloseTo(0.1);
    expect(found.result).toEqual([0, CHANCE]);
  });

  it("are graded by seat, also those of partners", () => {
    const decisions = [made(0, 0.1, 0), { ...made(1, 0.3, 0), seat: 2, after: [0.25 * CHANCE, 0] }];
    const found = conclude(decisions, 1, 2, { how: "stock", winners: [0], left: [], points: 0 });
    const seats = [0, 1, 2, 3];
    expect(seats.map((seat) => meanBehind(found, seat))).toEqual([0.5, null, 0.25, null]);
    expect(seats.map((seat) => meanCost(found, seat))).toEqual([expect.closeTo(0.1), null, expect.closeTo(0.3), null]);
    expect(bySide(["Ann", "Bob", "Cid", "Dan"], 2)).toEqual(["Ann & Cid", "Bob & Dan"]);
  });

  it("are followed by strokes of luck, the greatest first, each of the side that it brought most", () => {
    const [even, lucky] = [made(0, 0, 0), { ...made(1, 0, 0), before: [0.25 * CHANCE, 0.75 * CHANCE], after: [0.5 * CHANCE, 0.5 * CHANCE] }];
    const found = conclude([even, lucky, { ...made(2, 0, 0), after: [CHANCE, 0] }], 1, 2, { how: "stock", winners: [0], left: [], points: 0 });
    expect(strokesOf(found).map(({ made, side, luck }) => [made.first, side, luck / CHANCE])).toEqual([[0, 1, 0.75]]);
    expect(endOf(lucky)).toBe(2);
  });

  it("share a game that nobody has won", () => {
    expect(conclude([], 1, 2, { how: "blocked", winners: [], left: [], points: 0 }).result).toEqual([CHANCE / 2, CHANCE / 2]);
  });

  it("turn where the better line differs", () => {
    expect(alike(["a", "b"], ["a", "c"])).toBe(1);
    expect(turningPoint({ ...made(4, 0, 0), played: ["s>b1", "h3>d1"], best: ["s>b1", "h4>d1"] })).toBe(5);
  });
});
