/**
 * Analyses in the browser's database, so that a reload shows them at once: by the game, and by the code that made them. Where
 * the browser has no database or forbids it, nothing is kept.
 */
import type { Analysis } from "./analysis";

export const MOST_KEPT = 50;
const DATABASE = "skipbo-analyses"; // apart from the tables, which nothing may delete
const ANALYSES = "analyses";
const BY_AGE = "kept_at";

interface KeptAnalysis {
  key: string;
  kept_at: number;
  analysis: Analysis;
}

/** The surest analysis under a key; null if there is none. */
export async function findAnalysis(key: string): Promise<Analysis | null> {
  try {
    const store = (await open()).transaction(ANALYSES).objectStore(ANALYSES);
    const kept = (await settled(store.get(key))) as KeptAnalysis | undefined;
    return kept?.analysis ?? null;
  } catch {
    return null;
  }
}

/** Keeps an analysis in the place of an earlier one, and lets go of the oldest. */
export async function keepAnalysis(key: string, analysis: Analysis): Promise<void> {
  try {
    const store = (await open()).transaction(ANALYSES, "readwrite").objectStore(ANALYSES);
    await settled(store.put({ key, kept_at: Date.now(), analysis } satisfies KeptAnalysis));
    const oldest = await settled(store.index(BY_AGE).getAllKeys());
    for (const old of oldest.slice(0, -MOST_KEPT)) store.delete(old);
  } catch {
    // It is made again when it is wanted
  }
}

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  return (opened ??= openNew());
}

function openNew(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(ANALYSES, { keyPath: "key" }).createIndex(BY_AGE, BY_AGE);
  };
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database failed"));
  });
}
