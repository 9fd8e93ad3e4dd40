/** What tables promised this browser before the deal, and what went into the deal, kept until the secret is shown. */
import type { FairPlay } from "../generated/protocol";

export interface Commitment {
  commitment: string;
  /** What the seats have added; null until the deal, when it can no longer change. */
  entropy: string[] | null;
}

const MOST = 50;
const STORAGE_KEY = "skipbo.promises";

function kept(): Record<string, Commitment> {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}") as Record<string, Commitment>;
  } catch {
    return {}; // a browser that keeps nothing, or keeps nonsense
  }
}

/** Notes what a table says about a game. The first word counts: a promise that changes later is broken. */
export function storeCommitment(table: string, { game, commitment, entropy }: FairPlay, dealt: boolean): void {
  const promises = kept();
  const name = `${table}/${game}`;
  const before = promises[name];
  if (before && (before.entropy || !dealt)) return;
  promises[name] = { commitment: before?.commitment ?? commitment, entropy: dealt ? entropy : null };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(Object.entries(promises).slice(-MOST))));
  } catch {
    // nothing is kept in a private window
  }
}

/** What was said about a game when this browser was at the table; null if it was not. */
export function storedCommitment(table: string, game: number): Commitment | null {
  return kept()[`${table}/${game}`] ?? null;
}
