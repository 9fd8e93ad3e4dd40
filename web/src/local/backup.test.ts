import { beforeEach, describe, expect, it } from "vitest";

import vectors from "../generated/vectors.json";
import type { GameRecord } from "../kernel/game-record";
import type { Kernel } from "../kernel/module";
import { kernelOfTests } from "../kernel/kernel-of-tests";
import { backUpIn, backUpOf, restore, type BackUp } from "./backup";
import type { Entry } from "./entries";
import { gameIn } from "./game-files";
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

function goOn([opened]: Entry[], moves: string[], names = ["Ann", "North"]): void {
  Object.assign(opened!, { origin: { key: "07".repeat(32), dealer: null, first: 0, moves, names } });
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
  expect(await restore(await saved(here), elsewhere, kernel)).toEqual({ added: 1, games: 0, known: 0, unreadable: 0 });
  expect(await elsewhere.read(ID)).toEqual(await here.read(ID));
  expect(await elsewhere.tables()).toEqual(await here.tables());
  expect(await elsewhere.games()).toEqual(await here.games());
  expect(await elsewhere.games()).toHaveLength(1);
});

it("adds nothing twice", async () => {
  await play(here);
  expect(await restore(await saved(here), here, kernel)).toEqual({ added: 0, games: 0, known: 1, unreadable: 0 });
  expect(await here.games()).toHaveLength(1);
});

it("goes on with a table that was played on elsewhere", async () => {
  await play(here);
  await play(elsewhere, 3);
  expect(await restore(await saved(here), elsewhere, kernel)).toEqual({ added: 1, games: 0, known: 0, unreadable: 0 });
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

describe("games from files", () => {
  const record = (vectors as unknown as { record: GameRecord }[])[0]!.record;
  const file = JSON.stringify(record);

  beforeEach(async () => {
    await here.keep(gameIn(file, kernel).game!);
  });

  it("are saved with the tables, and can be replayed elsewhere", async () => {
    expect(await restore(await saved(here), elsewhere, kernel)).toEqual({ added: 0, games: 1, known: 0, unreadable: 0 });
    const [game] = await elsewhere.games();
    expect(game).toMatchObject({ table: (await here.games())[0]!.table, record });
    expect(await restore(await saved(here), elsewhere, kernel)).toEqual({ added: 0, games: 0, known: 1, unreadable: 0 });
  });

  it("are verified again", async () => {
    const spoilt = await saved(here);
    spoilt.games = [{ ...record, moves: [] }, null, "", record, record];
    expect(await restore(spoilt, elsewhere, kernel)).toEqual({ added: 0, games: 1, known: 1, unreadable: 3 });
  });

  it("are not in files of older versions", async () => {
    expect(backUpIn('{"skipbo_tables": 1, "tables": []}')).toEqual({ skipbo_tables: 1, tables: [] });
    expect(backUpIn('{"skipbo_tables": 1, "tables": [], "games": {}}')).toBeNull();
  });
});

it.each<[string, (backUp: BackUp) => void]>([
  ["a move that is not legal", ({ tables }) => void ((tables[0]!.entries[2] as { move: string }).move = "s>b4")],
  ["no beginning", ({ tables }) => void tables[0]!.entries.shift()],
  ["an address of a served table", ({ tables }) => void (tables[0]!.id = "abc")],
  ["an address with other signs", ({ tables }) => void (tables[0]!.id = "local-../x")],
  ["a bot that nobody knows", ({ tables }) => void ((tables[0]!.entries[0] as typeof OPENED).options.bots = [null, "deep"])],
  ["an edition that nobody knows", ({ tables }) => void Object.assign((tables[0]!.entries[0] as typeof OPENED).options, { edition: "x" })],
  ["more cards than there are", ({ tables }) => void ((tables[0]!.entries[0] as typeof OPENED).options.stock = 81)],
  ["seven players", ({ tables }) => void Object.assign((tables[0]!.entries[0] as typeof OPENED).options, { players: 7 })],
  ["more bots than seats", ({ tables }) => void ((tables[0]!.entries[0] as typeof OPENED).options.bots = [null, "eager", "eager"])],
  ["a deal in the middle of a game", ({ tables }) => void tables[0]!.entries.splice(3, 0, tables[0]!.entries[1]!)],
  ["a deal by no key", ({ tables }) => void ((tables[0]!.entries[1] as { key: string }).key = "07")],
  ["no move undone", ({ tables }) => void tables[0]!.entries.splice(3, 0, { type: "undone", at: 3, moves: 0 })],
  ["fewer moves than none undone", ({ tables }) => void tables[0]!.entries.splice(3, 0, { type: "undone", at: 3, moves: -1 })],
  ["more moves undone than were made", ({ tables }) => void tables[0]!.entries.splice(3, 0, { type: "undone", at: 3, moves: 2 })],
  ["an entry of a kind that nobody knows", ({ tables }) => void tables[0]!.entries.push({ type: "won", at: 3 } as unknown as Entry)],
  ["an entry without its time", ({ tables }) => void delete (tables[0]!.entries[1] as Partial<Entry>).at],
  ["a name that is none", ({ tables }) => void Object.assign(tables[0]!.entries[0]!, { name: 7 })],
  ["a move that was not legal in the game it goes on with", ({ tables }) => goOn(tables[0]!.entries, ["s>b9"])],
  ["a game of three that two go on with", ({ tables }) => goOn(tables[0]!.entries, [], ["Ann", "North", "East"])],
])("refuses a table with %s, and nothing else", async (_what, spoil) => {
  await play(here);
  const spoilt = await saved(here);
  spoil(spoilt);
  spoilt.tables.push({ id: "local-2", entries: [OPENED] });
  expect(await restore(spoilt, elsewhere, kernel)).toEqual({ added: 1, games: 0, known: 0, unreadable: 1 });
  expect((await elsewhere.tables()).map(({ table }) => table.id)).toEqual(["local-2"]);
});

it.each(["", "null", "[]", "{", '{"skipbo_tables": 2, "tables": []}', '{"skipbo_tables": 1}'])("knows that %j is no backup", (text) => {
  expect(backUpIn(text)).toBeNull();
});
