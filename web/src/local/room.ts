/** An open local table: runs commands one after another, stores each, and only then shows what it did. */
import { bytesToHex } from "@noble/hashes/utils.js";

import type { Command, Done, Hint, Message, OwnTable, Refusal, TableInvitation, TableLog } from "../generated/protocol";
import type { Kernel } from "../kernel/module";
import { moveText } from "../kernel/notation";
import type { Advice } from "./advisor";
import type { Entry } from "./entries";
import { Conflict, type FinishedGame, type Journal } from "./journal";
import { recordOf } from "./record";
import { Refused } from "./refused";
import { LocalTable } from "./table";

const KEY_BYTES = 32;
const AGAIN = 500; // ms

/** Finds the moves of bots, and advice. */
export interface Thinker {
  choose(table: LocalTable, bot: string): Promise<string>;
  advise(table: LocalTable): Promise<Advice>;
}

type Listener = (message: Message) => void;
type Answered = Extract<Command, { id: string }>;

export class LocalRoom {
  table: LocalTable;
  /** Everybody who looks: the tabs of this page have one each. */
  readonly #listeners = new Set<Listener>();
  readonly #channel: BroadcastChannel;
  /** What is known to be stored: the table is what these entries make of it. */
  #entries: Entry[];
  #queue: Promise<unknown> = Promise.resolve();
  #thinking = 0;

  private constructor(
    readonly kernel: Kernel,
    readonly journal: Journal,
    readonly bots: Thinker,
    table: LocalTable,
    entries: Entry[],
  ) {
    this.table = table;
    this.#entries = entries;
    this.#channel = new BroadcastChannel(`skipbo ${table.id}`);
    this.#channel.onmessage = () => void this.#next(() => this.#catchUp());
  }

  /** Reads a table from its log; null if there is none. Throws `Refused` for a log that no table can have. */
  static async load(id: string, kernel: Kernel, journal: Journal, bots: Thinker): Promise<LocalRoom | null> {
    const entries = await journal.read(id);
    const table = tableFrom(id, kernel, entries);
    return table && new LocalRoom(kernel, journal, bots, table, entries);
  }

  /** Somebody looks who knows a version, or none: sends what is there. */
  attach(listener: Listener, since: number | null): void {
    void this.#next(() => {
      this.#listeners.add(listener);
      listener(this.table.update(since));
      const { players } = this.table.options;
      const [here, grace] = [new Array<boolean>(players).fill(true), new Array<null>(players).fill(null)];
      listener({ type: "presence", here, grace, spectators: 0, clock: null });
      this.#letBotsPlay();
    });
  }

  /** Nobody looks any more who was attached before. */
  detach(listener: Listener): void {
    void this.#next(() => this.#listeners.delete(listener));
  }

  handle(command: Command, listener: Listener): void {
    void this.#next(async () => listener(await this.#reply(command)));
  }

  async #reply(command: Command): Promise<Message> {
    if (command.type === "ping") return { type: "pong", version: this.table.version };
    if (command.type === "sync") return this.table.update(command.since ?? null);
    return this.#answer(command);
  }

  /**
   * One after the other, whatever becomes of the one before. Everything that tells of the table goes through here too: while
   * an entry is being stored, the table has it already, and may still lose it.
   */
  #next<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#queue.then(work);
    this.#queue = done.catch(() => {});
    return done;
  }

  async #answer(command: Answered): Promise<Done | Refusal> {
    const refused = (kind: Refusal["kind"], code: string): Refusal => ({ type: "refused", id: command.id, kind, code });
    const entry = this.#entryOf(command);
    if (typeof entry === "string") return refused(entry === "version" ? "out_of_date" : "not_legal", entry);
    if (entry) {
      const wrong = await this.#write(entry);
      if (wrong) return refused(wrong === "version" ? "out_of_date" : "not_legal", wrong);
    }
    return { type: "done", id: command.id, version: this.table.version };
  }

  /** The entry of a command; null if there is nothing to do, or the code of a refusal. */
  #entryOf(command: Answered): Entry | string | null {
    const { table } = this;
    const at = Date.now();
    switch (command.type) {
      case "ready":
        if (table.phase === "playing" || command.on === false) return null;
        return { type: "dealt", at, key: randomKey() };
      case "play":
        if (table.phase !== "playing") return "game.none";
        if (command.version !== table.version) return "version";
        if (table.game!.turn !== table.own) return "turn";
        if (!table.game!.legal.includes(command.move)) return "move";
        return { type: "moved", at, move: command.move };
      case "undo":
        if (command.version !== table.version) return "version";
        return table.movesToUndo ? { type: "undone", at, moves: table.movesToUndo } : "undo";
      case "come_back":
      case "start":
        return null;
      default:
        return "seat.already";
    }
  }

  /** Applies an entry, stores it and shows it. Returns why not; then nothing has changed. */
  async #write(entry: Entry): Promise<string | null> {
    const { table } = this;
    const before = table.version;
    table.apply(entry);
    this.#letBotsPlay(); // they think while it is stored
    try {
      await this.journal.add(table.id, table.version, entry, ownTable(table, entry.at), finishedBy(table, entry));
    } catch (error) {
      await this.#goBack();
      if (this.table.version > before) this.#show(before);
      return error instanceof Conflict ? "version" : "device.storage";
    }
    this.#entries.push(entry);
    this.#show(before);
    this.#channel.postMessage(table.version);
    return null;
  }

  /** Shows what another tab has written. */
  async #catchUp(): Promise<void> {
    const before = this.table.version;
    await this.#read();
    for (const entry of this.#entries.slice(before)) this.table.apply(entry);
    if (this.table.version > before) this.#show(before);
    this.#letBotsPlay();
  }

  /** Goes back to what is stored, from an entry that could not be. */
  async #goBack(): Promise<void> {
    await this.#read();
    this.table = tableFrom(this.table.id, this.kernel, this.#entries)!;
  }

  /** Reads what is stored. A database that fails, or from which the table was deleted meanwhile, has nothing to say. */
  async #read(): Promise<void> {
    const stored = await this.journal.read(this.table.id).catch(() => []);
    if (stored.length > this.#entries.length) this.#entries = stored;
  }

  #show(since: number): void {
    for (const listener of this.#listeners) listener(this.table.update(since));
  }

  /** Lets the bot in turn think, without keeping anybody waiting, and then makes its move. */
  #letBotsPlay(): void {
    const { table } = this;
    const { version, botInTurn: bot } = table;
    if (bot === null || !this.#listeners.size || this.#thinking === version) return;
    this.#thinking = version;
    this.bots.choose(table, bot).then(
      (move) =>
        this.#next(async () => {
          this.#thinking = 0;
          const late = this.table !== table || table.version !== version;
          if (late || (await this.#write({ type: "moved", at: Date.now(), move }))) this.#letBotsPlayLater();
        }),
      () => {
        this.#thinking = 0;
        this.#letBotsPlayLater(); // what it thinks with could not be loaded
      },
    );
  }

  #letBotsPlayLater(): void {
    setTimeout(() => this.#letBotsPlay(), AGAIN);
  }

  /** The table as a visitor is told of it before they come. */
  invitation(): Promise<TableInvitation> {
    return this.#next(() => ({ ...this.table.summary(), host: this.table.own }));
  }

  /** The events of the latest game, from its deal on. */
  log(): Promise<TableLog> {
    return this.#next(() => {
      const { table } = this;
      return {
        game: table.number,
        version: table.version,
        names: table.summary().seats.map(({ name }) => name),
        steps: table.steps.map(({ version, happened }) => ({ version, happened: table.seen(happened) })),
      };
    });
  }

  /** The planner's advice to the player, who must be in turn. The table need not wait until it is found. */
  async hint(): Promise<Hint> {
    const { version, own, seating, found } = await this.#next(() => {
      const { version, game, own } = this.table;
      if (game?.outcome !== null || game.turn !== own) throw new Refused("not_legal", "turn");
      return { version, own, seating: game.seating, found: { advice: this.bots.advise(this.table) } };
    });
    const { line, wins, against, sentences } = await found.advice;
    const written = (code: number) => moveText(code, own, seating.players, seating.sides);
    return {
      version,
      move: written(line[0]!),
      line: line.map(written),
      wins,
      against: against === null ? null : written(against),
      reasons: [], // in numbers, which only programs read
      sentences,
    };
  }
}

function tableFrom(id: string, kernel: Kernel, [opened, ...others]: Entry[]): LocalTable | null {
  if (opened?.type !== "opened") return null;
  try {
    const table = new LocalTable(id, kernel, opened);
    for (const entry of others) table.apply(entry);
    return table;
  } catch {
    throw new Refused("unknown", "device.damaged");
  }
}

export function ownTable(table: LocalTable, changedAt: number): OwnTable {
  return { table: table.summary(), seat: table.own, changed_at: changedAt, turn: table.phase === "playing" ? table.game!.turn : null };
}

/** The game that the last entry of a table has finished; null if there is none. */
export function finishedBy(table: LocalTable, entry: Entry): FinishedGame | null {
  const outcome = entry.type === "moved" ? table.game!.outcome : null;
  if (!outcome) return null;
  return {
    table: table.id,
    game: table.number,
    ended_at: entry.at,
    seat: table.own,
    won: outcome.winners.includes(table.own),
    points: outcome.points,
    dealer: table.game!.seating.dealer,
    record: recordOf(table.game!, table.names(), table.players()),
  };
}

export function randomKey(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
}
