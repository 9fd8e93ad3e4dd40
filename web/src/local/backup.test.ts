import { beforeEach, expect, it } from "vitest";

import type { Kernel } from "../kernel/module";
import { kernelOfTests } from "../kernel/kernel-of-tests";
import { backUpIn, backUpOf, restore, type BackUp } from "./backup";
import type { Entry } from "./entries";
import { openJournal, type Journal } from "./journal";
import { finishedBy, ownTable } from "./room";
import { LocalTable } from "./table";

const ID = "local-1";
const OPENED = { type: "opened", at: 1, options: { stock: 1, bots: [null, "eager"] }, name: "Ann" } satisfies Entry;

let kernel: Kernel;
let here: Journal;
let elsewhere: Journal;

/** Plays the first legal move of whoever is in turn, until the game is over or so many entries are there. */
async function play(journal: Journal, most = Infinity): Promise<void> {
  const table = new LocalTable(ID, kernel, OPENED);
  await journal.add(ID, 1, OPENED, ownTable(table, 1), null);
  const next = (): Entry =>
    table.phase === "gathering"
      ? { type: "dealt", at: 2, key: "07".repeat(32) }
      : { type: "moved", at: 3, move: table.game!.legal[0]! };
  while (table.phase !== "between" && table.version < most) {
    const entry = next();
    table.apply(entry);
    await journal.add(ID, table.version, entry, ownTable(table, entry.at), finishedBy(table, entry));
  }
}

/** As it comes back from a file. */
async function saved(journal: Journal): Promise<BackUp> {
  return backUpIn(JSON.stringify(await backUpOf(journal)))!;
}

beforeEach(async () => {
  kernel = kernelOfTests();
  [here, elsewhere] = [await openJournal(), await openJournal()]; // Node has no database: each is empty
});

it("brings tables and finished games to another browser", async () => {
  await play(here);
  expect(await restore(await saved(here), elsewhere, kernel)).toEqual({ added: 1, known: 0, unreadable: 0 });
  expect(await elsewhere.read(ID)).toEqual(await here.read(ID));
  expect(await elsewhere.tables()).toEqual(await here.tables());
  expect(await elsewhere.games()).toEqual(await here.games());
  expect(await elsewhere.games()).toHaveLength(1);
});

it("adds nothing twice", async () => {
  await play(here);
  expect(await restore(await saved(here), here, kernel)).toEqual({ added: 0, known: 1, unreadable: 0 });
  expect(await here.games()).toHaveLength(1);
});

it("goes on with a table that was played on elsewhere", async () => {
  await play(here);
  await play(elsewhere, 3);
  expect(await restore(await saved(here), elsewhere, kernel)).toEqual({ added: 1, known: 0, unreadable: 0 });
  expect(await elsewhere.read(ID)).toEqual(await here.read(ID));
});

it("keeps its own table where both were played on", async () => {
  await play(here);
  await play(elsewhere, 4);
  const own = await elsewhere.read(ID);
  const other = await saved(here);
  other.tables[0]!.entries[1] = { type: "dealt", at: 9, key: "08".repeat(32) };
  other.tables[0]!.entries.length = 2;
  other.tables[0]!.entries.push({ type: "dealt", at: 9, key: "08".repeat(32) });
  await restore(other, elsewhere, kernel);
  expect(await elsewhere.read(ID)).toEqual(own);
});

it.each<[string, (backUp: BackUp) => void]>([
  ["a move that is not legal", ({ tables }) => void ((tables[0]!.entries[2] as { move: string }).move = "s>b4")],
  ["no beginning", ({ tables }) => void tables[0]!.entries.shift()],
  ["an address of a served table", ({ tables }) => void (tables[0]!.id = "abc")],
  ["an address with other signs", ({ tables }) => void (tables[0]!.id = "local-../x")],
  ["a bot that nobody knows", ({ tables }) => void ((tables[0]!.entries[0] as typeof OPENED).options.bots = [null, "deep"])],
  ["an edition that nobody knows", ({ tables }) => void Object.assign((tables[0]!.entries[0] as typeof OPENED).options, { edition: "x" })],
])("refuses a table with %s, and nothing else", async (_what, spoil) => {
  await play(here);
  const spoilt = await saved(here);
  spoil(spoilt);
  spoilt.tables.push({ id: "local-2", entries: [OPENED] });
  expect(await restore(spoilt, elsewhere, kernel)).toEqual({ added: 1, known: 0, unreadable: 1 });
  expect((await elsewhere.tables()).map(({ table }) => table.id)).toEqual(["local-2"]);
});

it.each(["", "null", "[]", "{", '{"skipbo_tables": 2, "tables": []}', '{"skipbo_tables": 1}'])("knows that %j is no backup", (text) => {
  expect(backUpIn(text)).toBeNull();
});
