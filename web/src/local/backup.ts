/** All tables of this browser as one object, to be saved in a file and restored here or elsewhere. */
import { isLocal } from "../catalogue/local-tables";
import type { Kernel } from "../kernel/module";
import type { Entry } from "./entries";
import type { FinishedGame, Journal } from "./journal";
import { finishedBy, ownTable } from "./room";
import { LocalTable } from "./table";

const VERSION = 1;
const ID = /^[\w-]{1,64}$/;

/** The log of each table: everything else follows from it. */
export interface BackUp {
  skipbo_tables: typeof VERSION;
  tables: { id: string; entries: Entry[] }[];
}

/** How many tables of a file are new here, were here already, and cannot be read. */
export interface Restored {
  added: number;
  known: number;
  unreadable: number;
}

export async function backUpOf(journal: Journal): Promise<BackUp> {
  const ids = (await journal.tables()).map(({ table }) => table.id);
  const tables = await Promise.all(ids.map(async (id) => ({ id, entries: await journal.read(id) })));
  return { skipbo_tables: VERSION, tables };
}

/** The backup in the text of a file; null if it is none. */
export function backUpIn(text: string): BackUp | null {
  try {
    const found = JSON.parse(text) as Partial<BackUp> | null;
    return found?.skipbo_tables === VERSION && Array.isArray(found.tables) ? (found as BackUp) : null;
  } catch {
    return null;
  }
}

/** Adds the tables that are not here, and to those that are what they lack. Where both were played on, ours stays. */
export async function restore({ tables }: BackUp, journal: Journal, kernel: Kernel): Promise<Restored> {
  const restored = { added: 0, known: 0, unreadable: 0 };
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
