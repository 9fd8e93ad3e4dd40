import { beforeEach, describe, expect, it } from "vitest";

import advice from "../generated/advice.json";
import longVectors from "../generated/long-vectors.json";
import type { Command, Message, Update } from "../generated/protocol";
import type { Kernel } from "../kernel/module";
import { kernelOfTests } from "../kernel/kernel-of-tests";
import { holds, keyIn, verify } from "../kernel/verifier";
import { advisor } from "./advisor";
import { chooser, parametersOf } from "./chooser";
import type { Entry } from "./entries";
import { gameIn } from "./game-files";
import { openJournal, type Journal } from "./journal";
import { replayOf, type LocalRecord } from "./record";
import { LocalRoom, ownTable, type Thinker } from "./room";
import { LocalTable } from "./table";

/** With 30 cards, which no bot wins in a turn. */
const OPENED = { type: "opened", at: 0, options: { stock: 30, bots: [null, "eager"] }, name: "Ann" } satisfies Entry;

let kernel: Kernel;
let journal: Journal;
let bots: Thinker;

/** Bots that think in this thread: Node has no workers like those of browsers. */
function thinker(): Thinker {
  const choose = chooser(kernel);
  const advise = advisor(kernel);
  return {
    advise: ({ game }) => {
      const { edition, players, sides } = game!.seating;
      return Promise.resolve(advise(game!.seenBy(game!.turn), parametersOf("planner", edition, players, sides)));
    },
    choose: ({ game }, bot) => {
      const { edition, players, sides } = game!.seating;
      return Promise.resolve(game!.textOf(choose(game!.seenBy(game!.turn), parametersOf(bot, edition, players, sides)))!);
    },
  };
}

async function open(options: Partial<typeof OPENED> = {}): Promise<void> {
  const opened = { ...OPENED, ...options };
  await journal.add("local-1", 1, opened, ownTable(new LocalTable("local-1", kernel, opened), 0), null);
}

class Visitor {
  updates: Update[] = [];
  readonly #answers = new Map<string, (answer: Message) => void>();
  #asked = 0;

  private constructor(readonly room: LocalRoom) {}

  static async come(): Promise<Visitor> {
    const visitor = new Visitor((await LocalRoom.load("local-1", kernel, journal, bots))!);
    visitor.room.attach(visitor.receive, null);
    await visitor.room.invitation(); // which comes after the first update
    return visitor;
  }

  readonly receive = (message: Message): void => {
    if (message.type === "update") this.updates.push(message);
    if (message.type === "done" || message.type === "refused") this.#answers.get(message.id!)?.(message);
  };

  get now(): Update {
    return this.updates.at(-1)!;
  }

  ask(command: Record<string, unknown>): Promise<Message> {
    const id = `${++this.#asked}`;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.room.handle({ version: this.now.version, ...command, id } as Command, this.receive);
    });
  }

  /** Until it is the player's turn, or the game is over. */
  async turn(): Promise<Update> {
    while (this.now.table.phase === "playing" && !this.now.own!.legal.length) await new Promise((go) => setTimeout(go, 1));
    return this.now;
  }
}

beforeEach(async () => {
  kernel = kernelOfTests();
  journal = await openJournal(); // without a database: it lasts as long as the test
  bots = thinker();
});

describe("a table in the page", () => {
  it("is played to its end against bots, hides their cards, and keeps the game", async () => {
    await open({ options: { ...OPENED.options, stock: 3 } });
    const visitor = await Visitor.come();
    expect(await visitor.ask({ type: "ready" })).toMatchObject({ type: "done" });
    for (let now = await visitor.turn(); now.table.phase === "playing"; now = await visitor.turn()) {
      const move = now.own!.legal[0]!;
      expect(await visitor.ask({ type: "play", move })).toMatchObject({ type: "done" });
    }
    const drawn = visitor.updates.flatMap(({ happened }) => happened.filter((event) => event.type === "drew"));
    expect(drawn.every((event) => (event.cards !== null) === (event.seat === 0))).toBe(true);
    const versions = visitor.updates.map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, at) => at + 1));
    const [game] = await journal.games();
    expect(game).toMatchObject({ table: "local-1", game: 1, seat: 0 });
    expect(visitor.now.table.match).toMatchObject({ played: 1, over: true });
    const again = await Visitor.come();
    expect({ ...again.now, happened: [], since: 0 }).toEqual({ ...visitor.now, happened: [], since: 0 });
  });

  it("takes back the player's last move, with what the bots did since", async () => {
    await open();
    const visitor = await Visitor.come();
    await visitor.ask({ type: "ready" });
    const before = await visitor.turn();
    expect(before.own!.undo).toBeNull();
    expect(await visitor.ask({ type: "undo" })).toMatchObject({ type: "refused", code: "undo" });
    const discard = before.own!.legal.find((move) => /^h.*>d/.test(move))!;
    await visitor.ask({ type: "play", move: discard });
    const after = await visitor.turn();
    expect(after.own!.undo).toEqual([]);
    await visitor.ask({ type: "undo" });
    expect(visitor.now.happened).toEqual([{ type: "undone", seat: 0, moves: after.game!.moves - before.game!.moves }]);
    expect(visitor.now.game).toEqual(before.game);
    expect(visitor.now.own!.hand).toEqual(before.own!.hand);
  });

  it("advises the player with reasons, and nobody who is not in turn", async () => {
    await open();
    const visitor = await Visitor.come();
    await expect(visitor.room.hint()).rejects.toMatchObject({ code: "turn" });
    await visitor.ask({ type: "ready" });
    const { own, version } = await visitor.turn();
    const hint = await visitor.room.hint();
    expect(own!.legal).toContain(hint.move);
    expect(hint).toMatchObject({ version, line: expect.arrayContaining([hint.move]) as unknown, wins: false });
    expect(hint.sentences!.length).toBeGreaterThan(0);
    expect(hint.sentences!.every(({ text }) => text in advice.reasons)).toBe(true);
  });

  it("refuses moves that are late, out of turn or not legal, and nothing changes", async () => {
    await open();
    const visitor = await Visitor.come();
    expect(await visitor.ask({ type: "play", move: "pass" })).toMatchObject({ code: "game.none" });
    await visitor.ask({ type: "ready" });
    const { version, own } = await visitor.turn();
    expect(await visitor.ask({ type: "play", move: own!.legal[0], version: version - 1 })).toMatchObject({
      kind: "out_of_date",
    });
    expect(await visitor.ask({ type: "play", move: "h1>b5" })).toMatchObject({ kind: "not_legal" });
    expect(visitor.now.version).toBe(version);
  });

  it("is the same in two tabs, of which only one writes a version", async () => {
    await open();
    const [one, other] = [await Visitor.come(), await Visitor.come()];
    await one.ask({ type: "ready" });
    const [here] = [await one.turn()];
    while (other.now.version < here.version) await new Promise((go) => setTimeout(go, 1));
    const move = here.own!.legal[0]!;
    const answers = await Promise.all([one.ask({ type: "play", move }), other.ask({ type: "play", move })]);
    expect(answers.map(({ type }) => type).sort()).toEqual(["done", "refused"]);
    expect((await journal.read("local-1"))[here.version]).toMatchObject({ type: "moved", move });
  });

  it("says so if the browser cannot store a move, and shows nothing of it", async () => {
    await open();
    const visitor = await Visitor.come();
    await visitor.ask({ type: "ready" });
    const { version, own } = await visitor.turn();
    journal.add = () => Promise.reject(new Error("quota"));
    expect(await visitor.ask({ type: "play", move: own!.legal[0] })).toMatchObject({ type: "refused", code: "device.storage" });
    expect(visitor.now.version).toBe(version);
    expect(visitor.room.table.version).toBe(version);
  });

  it("tells nobody of a move before it is stored, however long that takes", async () => {
    await open();
    const visitor = await Visitor.come();
    await visitor.ask({ type: "ready" });
    const { version, own, game } = await visitor.turn();
    let fail = () => {};
    journal.add = () => new Promise((_, reject) => (fail = () => reject(new Error("quota"))));
    const { room } = visitor;
    const told: Message[] = [];
    const hear = (message: Message) => void told.push(message);
    const answer = visitor.ask({ type: "play", move: own!.legal[0] });
    room.handle({ type: "ping" }, hear);
    room.handle({ type: "sync", since: version - 1 }, hear);
    room.attach(hear, null);
    const [log, invitation, hint] = [room.log(), room.invitation(), room.hint()];
    await new Promise((go) => setTimeout(go, 10));
    expect(told).toEqual([]);
    fail();
    expect(await answer).toMatchObject({ code: "device.storage" });
    expect(await log).toMatchObject({ version });
    expect(await invitation).toMatchObject({ phase: "playing" });
    expect(await hint).toMatchObject({ version });
    expect(told).toMatchObject([
      { type: "pong", version },
      { type: "update", version, game },
      { type: "update", version, game },
      { type: "presence" },
    ]);
  });

  it("sends nothing to a listener that has left, although it was about to look", async () => {
    await open();
    const { room } = await Visitor.come();
    const told: Message[] = [];
    const hear = (message: Message) => void told.push(message);
    room.attach(hear, null);
    room.detach(hear);
    await room.invitation();
    const before = told.length;
    room.handle({ type: "ready", id: "1" } as Command, () => {});
    await room.invitation();
    expect(told).toHaveLength(before);
  });

  it.each<[string, () => Promise<Entry[]>]>([
    ["fails altogether", () => Promise.reject(new Error("closed"))],
    ["was emptied", () => Promise.resolve([])],
  ])("answers and keeps what was stored if the database %s in the middle of a game, and goes on when it is back", async (_how, read) => {
    await open();
    const visitor = await Visitor.come();
    await visitor.ask({ type: "ready" });
    const { version, own, game } = await visitor.turn();
    const working = { add: journal.add, read: journal.read };
    Object.assign(journal, { add: () => Promise.reject(new Error("closed")), read });
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await visitor.ask({ type: "play", move: own!.legal[0] })).toMatchObject({ code: "device.storage" });
    expect(visitor.room.table.version).toBe(version);
    expect(visitor.now.game).toEqual(game);
    Object.assign(journal, working);
    expect(await visitor.ask({ type: "play", move: own!.legal[0] })).toMatchObject({ type: "done", version: version + 1 });
    expect(await journal.read("local-1")).toHaveLength(version + 1);
  });

  it.each([
    ["Ann", ["Ann", "Baru", "Kiwi"]],
    [null, ["South", "Baru", "Kiwi"]],
    ["baru", ["baru 2", "Baru", "Kiwi"]],
    ["Miso", ["Miso", "Baru", "Kiwi"]],
  ])("names in its records the player %s, and each bot by its own name, as a server does", (name, names) => {
    const options = { players: 3, bots: [null, "eager"] };
    expect(new LocalTable("local-1", kernel, { ...OPENED, options, name }).names()).toEqual(names);
  });

  it.each<[string, Entry[]]>([
    ["a move that is not legal", [OPENED, { type: "dealt", at: 1, key: "07".repeat(32) }, { type: "moved", at: 2, move: "s>b9" }]],
    ["options that no table has", [{ ...OPENED, options: { stock: 100 } }]],
  ])("is not opened if what is stored of it has %s", async (_what, entries) => {
    journal.read = () => Promise.resolve(entries);
    await expect(LocalRoom.load("local-1", kernel, journal, bots)).rejects.toMatchObject({ code: "device.damaged" });
  });

  it("goes on with a game after some of its moves, and ends with a record of all of them", async () => {
    const games = (longVectors as unknown as { record: LocalRecord }[]).map(({ record }) => record);
    const record = games.find(({ referee }) => referee === "strict")!;
    const { dealer } = gameIn(JSON.stringify(record), kernel).game!;
    const { frames } = replayOf(kernel, record, dealer, 1);
    const middle = frames.map(({ game }) => game.turn === 0 && !game.outcome).lastIndexOf(true);
    const made = record.moves.slice(0, middle);
    const names = record.seats.map(({ name }) => name);
    const origin = { key: record.seed, dealer, first: record.first, moves: made, names };
    const { edition, stock } = record;
    const players = names.length;
    await open({ options: { edition, stock, players, partners: record.teams.length < players, bots: [null] }, origin } as Partial<typeof OPENED>);
    const visitor = await Visitor.come();
    await visitor.ask({ type: "ready" });
    expect(middle).toBeGreaterThan(0);
    expect(visitor.now.game).toEqual(frames[middle]!.game);
    expect(visitor.now.own).toMatchObject({ hand: frames[middle]!.hands[0], undo: null });
    expect(visitor.now.table.origin).toEqual({ moves: middle, names });
    expect(await visitor.ask({ type: "undo" })).toMatchObject({ code: "undo" });
    for (let now = await visitor.turn(); now.table.phase === "playing"; now = await visitor.turn())
      await visitor.ask({ type: "play", move: now.own!.legal[0] });
    const [finished] = await journal.games();
    const ended = finished!.record as LocalRecord;
    expect(ended.moves.slice(0, middle)).toEqual(made);
    expect(holds(verify(kernel, ended, keyIn(ended)))).toBe(true);
  });

  it("plays a match in which the deal moves on", async () => {
    await open({ options: { ...OPENED.options, stock: 1, games: 2 } as typeof OPENED.options });
    const visitor = await Visitor.come();
    const dealers: (number | null)[] = [];
    for (let game = 0; game < 2; game++) {
      await visitor.ask({ type: "ready" });
      dealers.push(visitor.now.game!.dealer);
      for (let now = await visitor.turn(); now.table.phase === "playing"; now = await visitor.turn())
        await visitor.ask({ type: "play", move: now.own!.legal[0] });
      expect(visitor.now.table.match).toMatchObject({ played: game + 1, over: game === 1 });
    }
    expect(dealers[1]).toBe((dealers[0]! + 1) % 2);
  });
});
