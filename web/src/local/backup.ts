/** All tables of this browser, and the games it has kept from files, as one object, to be saved in a file and restored here or elsewhere. */
import { FROM_FILE, isLocal } from "../catalogue/local-tables";
import type { Kernel } from "../kernel/module";
import type { Entry } from "./entries";
import { gameIn } from "./game-files";
import type { FinishedGame, Journal } from "./journal";
import { finishedBy, ownTable } from "./room";
import { LocalTable } from "./table";

const VERSION = 1;
const ID = /^[\w-]{1,64}$/;

/** The log of each table: everything else follows from it. Games from files have no table, so their records are kept. */
export interface BackUp {
  skipbo_tables: typeof VERSION;
  tables: { id: string; entries: Entry[] }[];
  games?: unknown[];
}

/** How many tables and games of a file are new here, were here already, and cannot be read. */
export interface Restored {
  added: number;
  games: number;
  known: number;
  unreadable: number;
}

export async function backUpOf(journal: Journal): Promise<BackUp> {
  const ids = (await journal.tables()).map(({ table }) => table.id);
  const tables = await Promise.all(ids.map(async (id) => ({ id, entries: await journal.read(id) })));
  const games = (await journal.games()).filter(({ table }) => table.startsWith(FROM_FILE)).map(({ record }) => record);
  return { skipbo_tables: VERSION, tables, games };
}

/** The backup in the text of a file; null if it is none. */
export function backUpIn(text: string): BackUp | null {
  try {
    const found = JSON.parse(text) as Partial<BackUp> | null;
    const lists = [found?.tables, found?.games ?? []];
    return found?.skipbo_tables === VERSION && lists.every(Array.isArray) ? (found as BackUp) : null;
  } catch {
    return null;
  }
}

/** Adds the tables and games that are not here, and to tables that are what they lack. Where both were played on, ours stays. */
export async function restore({ tables, games = [] }: BackUp, journal: Journal, kernel: Kernel): Promise<Restored> {
  const restored = { added: 0, games: 0, known: 0, unreadable: 0 };
  for (const { id, entries } of tables) {
    try {
      const { table, finished } = played(id, entries, kernel);
      const known = await journal.read(id);
      const more = entries.slice(known.length);
      const goesOn = JSON.stringify(known) === JSON.stringify(entries.slice(0, known.length));
      if (!more.length || !goesOn) {
        restored.known++;
        continue;
      }
      await journal.addAll(id, known.length + 1, more, ownTable(table, entries.at(-1)!.at), finished);
      restored.added++;
    } catch {
      restored.unreadable++;
    }
  }
  const kept = new Set((await journal.games()).map(({ table }) => table));
  for (const record of games) {
    const { game } = gameIn(JSON.stringify(record), kernel);
    if (!game) restored.unreadable++;
    else if (kept.has(game.table)) restored.known++;
    else {
      await journal.keep(game);
      kept.add(game.table);
      restored.games++;
    }
  }
  return restored;
}

/** A table as its log makes it, and its finished games. Throws for a log that cannot be one. */
function played(id: string, [opened, ...others]: Entry[], kernel: Kernel): { table: LocalTable; finished: FinishedGame[] } {
  if (!isLocal(id) || !ID.test(id) || opened?.type !== "opened" || !isName(opened.name)) throw new Error("no log of a table");
  if (![opened, ...others].every(({ at }) => Number.isFinite(at))) throw new Error("an entry without its time");
  const table = new LocalTable(id, kernel, opened);
  const finished = others.flatMap((entry) => {
    table.apply(entry);
    return finishedBy(table, entry) ?? [];
  });
  return { table, finished };
}

function isName(name: unknown): boolean {
  return name === null || typeof name === "string";
}
