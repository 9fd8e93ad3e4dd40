/** The commitments of tables before their deals, stored in this browser until the secret is published and checked. */
import type { FairPlay } from "../generated/protocol";
import { loadStored, store } from "../services/storage";

export interface Commitment {
  commitment: string;
  /** The numbers that the seats added; null until the deal, after which they can no longer change. */
  entropy: string[] | null;
}

const MOST = 50;
const STORAGE_KEY = "skipbo.promises";

function stored(): Record<string, Commitment | undefined> {
  return loadStored<Record<string, Commitment>>(STORAGE_KEY);
}

/** Stores what a table shows about a game. The first commitment counts: a later one would be a broken promise. */
export function storeCommitment(table: string, { game, commitment, entropy }: FairPlay, dealt: boolean): void {
  const commitments = stored();
  const key = `${table}/${game}`;
  const before = commitments[key];
  if (before && (before.entropy || !dealt)) return;
  commitments[key] = { commitment: before?.commitment ?? commitment, entropy: dealt ? entropy : null };
  store(STORAGE_KEY, Object.fromEntries(Object.entries(commitments).slice(-MOST)));
}

/** The stored commitment for a game; null if this browser was not at the table. */
export function storedCommitment(table: string, game: number): Commitment | null {
  return stored()[`${table}/${game}`] ?? null;
}
