/** The commitments of tables before their deals, stored in this browser until the secret is published and checked. */
import type { FairPlay } from "../generated/protocol";
import { loadStored, store } from "../services/storage";

export interface Commitment {
  /** The first one of the server: a later one would be a broken promise. */
  commitment: string;
  /** The numbers that the seats added; null until the deal, after which they can no longer change. */
  entropy: string[] | null;
  /** The commitments of the seats to their numbers, as they were when this browser showed its own. */
  seats?: string[];
}

const MOST = 50;
const STORAGE_KEY = "skipbo.promises";

function stored(): Record<string, Commitment | undefined> {
  return loadStored<Record<string, Commitment>>(STORAGE_KEY);
}

/** The stored commitment for a game; null if this browser was not at the table before the deal. */
export function storedCommitment(table: string, game: number): Commitment | null {
  return stored()[`${table}/${game}`] ?? null;
}

/** Stores what a table shows before a deal. A table of this browser has nobody to promise anything to. */
export function storeCommitment(table: string, fair: FairPlay): void {
  if (fair.commitment && !storedCommitment(table, fair.game)) save(table, fair, { entropy: null });
}

/** Stores the commitments of the seats, which are fixed as soon as this browser shows its own number. */
export function storeSeats(table: string, fair: FairPlay, seats: string[]): void {
  save(table, fair, { entropy: null, seats });
}

/**
 * Stores what a table shows after the deal. If the game began with another number of our seat, because another browser of
 * the player has shown one, or if the player has left, the commitments of the seats were of an earlier attempt.
 */
export function storeDealt(table: string, fair: FairPlay, seat: number | null): void {
  const before = storedCommitment(table, fair.game);
  if (!before || before.entropy) return;
  const ours = seat !== null && before.seats?.[seat] === fair.commitments?.[seat];
  save(table, fair, { entropy: fair.entropy, seats: ours ? before.seats : undefined });
}

function save(table: string, { game, commitment }: FairPlay, changes: Omit<Commitment, "commitment">): void {
  const first = storedCommitment(table, game)?.commitment ?? commitment;
  const commitments = { ...stored(), [`${table}/${game}`]: { ...changes, commitment: first } };
  store(STORAGE_KEY, Object.fromEntries(Object.entries(commitments).slice(-MOST)));
}
