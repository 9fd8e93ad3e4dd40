/**
 * The logs of the local tables, in the browser's database. An entry is stored before anybody sees what it did. Its key is the
 * table and the version, so that of two tabs only one can write a version; the other reads what the first has written.
 */
import type { OwnTable } from "../generated/protocol";
import type { Entry } from "./entries";

const DATABASE = "skipbo";
const ENTRIES = "entries";
const TABLES = "tables";
const GAMES = "games";

/** A finished game. */
export interface FinishedGame {
  table: string;
  game: number;
  ended_at: number;
  /** The player's seat; null for a game from a file, which somebody only looks at. */
  seat: number | null;
  won: boolean;
  points: number;
  /** The dealer as it was settled before the deal; null: drawn for, or none. */
  dealer: number | null;
  /** Its record: docs/records.md. */
  record: unknown;
}

interface StoredEntry {
  table: string;
  version: number;
  entry: Entry;
}

/** Another tab has written this version. */
export class Conflict extends Error {}

export interface Journal {
  /** Whether it outlives the page. */
  readonly lasts: boolean;
  read(table: string): Promise<Entry[]>;
  /** Stores entry number `version` of a table with what it changes elsewhere; throws `Conflict` if there is one already. */
  add(table: string, version: number, entry: Entry, summary: OwnTable, finished: FinishedGame | null): Promise<void>;
  /** Stores the entries of a table from number `version` on, with its finished games; throws `Conflict` like `add`. */
  addAll(table: string, version: number, entries: Entry[], summary: OwnTable, finished: FinishedGame[]): Promise<void>;
  /** Stores a game that belongs to no table here. */
  keep(game: FinishedGame): Promise<void>;
  tables(): Promise<OwnTable[]>;
  games(): Promise<FinishedGame[]>;
}

/** Opens the database; where the browser has none or forbids it, a journal that lasts as long as the page. */
export async function openJournal(): Promise<Journal> {
  try {
    return new StoredJournal(await open());
  } catch {
    return new PassingJournal();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(ENTRIES, { keyPath: ["table", "version"] });
    request.result.createObjectStore(TABLES, { keyPath: "table.id" });
    request.result.createObjectStore(GAMES, { keyPath: ["table", "game"] });
  };
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database failed"));
  });
}

class StoredJournal implements Journal {
  readonly lasts = true;

  constructor(readonly database: IDBDatabase) {
    database.onversionchange = () => database.close(); // a newer page needs it
  }

  async read(table: string): Promise<Entry[]> {
    const range = IDBKeyRange.bound([table, 0], [table, Infinity]);
    const rows = (await settled(this.#store(ENTRIES).getAll(range))) as StoredEntry[];
    return rows.map(({ entry }) => entry);
  }

  add(table: string, version: number, entry: Entry, summary: OwnTable, finished: FinishedGame | null): Promise<void> {
    return this.addAll(table, version, [entry], summary, finished ? [finished] : []);
  }

  addAll(table: string, version: number, entries: Entry[], summary: OwnTable, finished: FinishedGame[]): Promise<void> {
    return this.#write((transaction) => {
      for (const [number, entry] of entries.entries())
        transaction.objectStore(ENTRIES).add({ table, version: version + number, entry } satisfies StoredEntry);
      transaction.objectStore(TABLES).put(summary);
      for (const game of finished) transaction.objectStore(GAMES).put(game);
    });
  }

  keep(game: FinishedGame): Promise<void> {
    return this.#write((transaction) => void transaction.objectStore(GAMES).put(game));
  }

  /** All of it, or nothing. */
  async #write(change: (transaction: IDBTransaction) => void): Promise<void> {
    const transaction = this.database.transaction([ENTRIES, TABLES, GAMES], "readwrite", { durability: "strict" });
    const added = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () =>
        reject(transaction.error?.name === "ConstraintError" ? new Conflict() : (transaction.error ?? new Error("not stored")));
    });
    change(transaction);
    return added;
  }

  async tables(): Promise<OwnTable[]> {
    return (await settled(this.#store(TABLES).getAll())) as OwnTable[];
  }

  async games(): Promise<FinishedGame[]> {
    return (await settled(this.#store(GAMES).getAll())) as FinishedGame[];
  }

  #store(name: string): IDBObjectStore {
    return this.database.transaction(name).objectStore(name);
  }
}

class PassingJournal implements Journal {
  readonly lasts = false;
  readonly #entries = new Map<string, Entry[]>();
  readonly #tables = new Map<string, OwnTable>();
  readonly #games = new Map<string, FinishedGame>();

  read(table: string): Promise<Entry[]> {
    return Promise.resolve([...(this.#entries.get(table) ?? [])]);
  }

  add(table: string, version: number, entry: Entry, summary: OwnTable, finished: FinishedGame | null): Promise<void> {
    return this.addAll(table, version, [entry], summary, finished ? [finished] : []);
  }

  addAll(table: string, version: number, more: Entry[], summary: OwnTable, finished: FinishedGame[]): Promise<void> {
    const entries = this.#entries.get(table) ?? [];
    if (entries.length !== version - 1) return Promise.reject(new Conflict());
    this.#entries.set(table, [...entries, ...more]);
    this.#tables.set(table, summary);
    return Promise.all(finished.map((game) => this.keep(game))).then(() => {});
  }

  keep(game: FinishedGame): Promise<void> {
    this.#games.set(`${game.table}/${game.game}`, game);
    return Promise.resolve();
  }

  tables(): Promise<OwnTable[]> {
    return Promise.resolve([...this.#tables.values()]);
  }

  games(): Promise<FinishedGame[]> {
    return Promise.resolve([...this.#games.values()]);
  }
}
