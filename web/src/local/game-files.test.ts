import { expect, it } from "vitest";

import longVectors from "../generated/long-vectors.json";
import vectors from "../generated/vectors.json";
import type { GameRecord } from "../kernel/game-record";
import { kernelOfTests } from "../kernel/kernel-of-tests";
import { gamesIn } from "./game-files";
import { replayOf, type LocalRecord } from "./record";

const kernel = kernelOfTests();
const records = ([...vectors, ...longVectors] as unknown as { record: GameRecord }[]).map(({ record }) => record);
const strict = records.filter(({ referee }) => referee === "strict");
const kitchen = records.filter(({ referee }) => referee !== "strict");
const [first] = strict as [GameRecord];
const line = (change: object = {}) => JSON.stringify({ ...first, ...change });

it("finds the games of the engine in a file, and replays them to their ends", () => {
  const found = gamesIn(`${strict.map((record) => JSON.stringify(record)).join("\n")}\n\n`, kernel);
  expect(found.map(({ trouble }) => trouble)).toEqual(strict.map(() => null));
  for (const { game } of found) {
    const record = game!.record as LocalRecord;
    const { frames } = replayOf(kernel, record, game!.dealer, 1);
    expect(frames).toHaveLength(record.moves.length + 1);
    expect(frames.at(-1)!.game.outcome).toEqual(record.result);
  }
});

it("gives the same game the same address, and another another", () => {
  const addresses = gamesIn([line(), line(), JSON.stringify(strict[1])].join("\n"), kernel).map(({ game }) => game!.table);
  expect(addresses[0]).toBe(addresses[1]);
  expect(addresses[2]).not.toBe(addresses[0]);
});

it.each<[string, string, string]>([
  ["what is no record", "unreadable", "{"],
  ["another object", "unreadable", '{"moves": 1}'],
  ["an edition that nobody knows", "false", line({ edition: "x" })],
  ["a commitment to another key", "false", line({ commitment: "00".repeat(32) })],
  ["a house rule that was not played by", "false", line({ house: {} })],
  ["another deal", "false", line({ seed: "00".repeat(32) })],
  ["a move that is not legal", "false", line({ moves: ["s>b4", ...first.moves] })],
  ["another result", "false", line({ result: { ...first.result, points: 1 } })],
  ["no key", "no key", line({ seed: null })],
  ["a kitchen table", "kitchen", JSON.stringify(kitchen[0])],
])("says of %s that it is %s", (_what, trouble, text) => {
  expect(gamesIn(`\n${text}`, kernel)).toEqual([{ line: 2, game: null, trouble }]);
});
