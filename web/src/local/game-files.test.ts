import { expect, it } from "vitest";

import longVectors from "../generated/long-vectors.json";
import vectors from "../generated/vectors.json";
import type { GameRecord } from "../kernel/game-record";
import { kernelOfTests } from "../kernel/kernel-of-tests";
import { gamesIn, textOf } from "./game-files";
import { replayOf, type LocalRecord } from "./record";

const kernel = kernelOfTests();
const records = ([...vectors, ...longVectors] as unknown as { record: GameRecord }[]).map(({ record }) => record);
const strict = records.filter(({ referee }) => referee === "strict");
const kitchen = records.filter(({ referee }) => referee !== "strict");
const [first] = strict as [GameRecord];
const line = (change: object = {}) => JSON.stringify({ ...first, ...change });

const found = async (text: string) => (await gamesIn(text, kernel, Infinity)).games;

it("finds the games of the engine in a file, and replays them to their ends", async () => {
  const games = await found(`${strict.map((record) => JSON.stringify(record)).join("\n")}\n\n`);
  expect(games.map(({ trouble }) => trouble)).toEqual(strict.map(() => null));
  for (const { game } of games) {
    const record = game!.record as LocalRecord;
    const { frames } = replayOf(kernel, record, game!.dealer, 1);
    expect(frames).toHaveLength(record.moves.length + 1);
    expect(frames.at(-1)!.game.outcome).toEqual(record.result);
  }
});

it("gives the same game the same address, however it is spaced, and another another", async () => {
  const spaced = line().replaceAll(",", ", ");
  const games = await found([line(), line(), spaced, JSON.stringify(strict[1])].join("\n"));
  const [one, same, wide, another] = games.map(({ game }) => game!.table);
  expect([same, wide]).toEqual([one, one]);
  expect(another).not.toBe(one);
});

it("stops after as many games as are asked for, and says whether there are more", async () => {
  const text = `\n${line()}\n${line()}\n\n`;
  expect(await gamesIn(text, kernel, 1)).toMatchObject({ games: [{ line: 2 }], more: true });
  expect(await gamesIn(text, kernel, 2)).toMatchObject({ games: [{ line: 2 }, { line: 3 }], more: false });
});

it("lets the page do something else between two games", async () => {
  let turns = 0;
  const clock = setInterval(() => turns++);
  await found([line(), line(), line(), line()].join("\n"));
  clearInterval(clock);
  expect(turns).toBeGreaterThan(0);
});

it("reads files that are compressed", async () => {
  const packed = new Response(new Blob([line()]).stream().pipeThrough(new CompressionStream("gzip")));
  const file = await packed.blob();
  expect(await textOf(file)).toBe(line());
  expect(await textOf(file.slice(0, 20))).toBe("");
  expect(await textOf(new Blob([line()]))).toBe(line());
  expect(await textOf(new Blob([]))).toBe("");
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
])("says of %s that it is %s", async (_what, trouble, text) => {
  expect(await found(`\n${text}`)).toEqual([{ line: 2, game: null, trouble }]);
});
