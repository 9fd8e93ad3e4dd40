/**
 * The player's own numbers for the shuffles. The page commits to one with `ready`, and shows it when every seat has
 * committed. The browser stores them, so that a reloaded page or another tab can show them too.
 */
import type { FairPlay } from "../generated/protocol";
import { loadStored, store } from "../services/storage";
import { storedCommitment, storeSeats } from "./commitments";
import { commitmentTo, toHex } from "./sha256";

const MOST = 20;
const STORAGE_KEY = "skipbo.numbers";

/** By their commitments; kept here too, where the browser stores nothing. */
let numbers: Record<string, string | undefined> = {};

/** Chooses a number for the next shuffle and returns the commitment to it. */
export function commit(): string {
  const number = toHex(crypto.getRandomValues(new Uint8Array(16)));
  const commitment = commitmentTo(number);
  const all = { ...numbers, ...loadStored<Record<string, string>>(STORAGE_KEY), [commitment]: number };
  numbers = Object.fromEntries(Object.entries(all).slice(-MOST));
  store(STORAGE_KEY, numbers);
  return commitment;
}

/**
 * The number that a seat of ours has committed to, if it is time to show it. From then on nobody can change anything:
 * what is fixed is stored for the check. Null if the table asks for it too early, or has changed what was fixed.
 */
export function numberToShow(table: string, fair: FairPlay, seat: number): string | null {
  const commitments = fair.commitments ?? [];
  const own = commitments[seat] ?? "";
  const number = numbers[own] ?? loadStored<Record<string, string>>(STORAGE_KEY)[own];
  const stored = storedCommitment(table, fair.game);
  if (!fair.showing || !number || (stored && stored.commitment !== fair.commitment)) return null;
  const fixed = commitments.map((made, other) => made || commitmentTo(fair.entropy[other] ?? ""));
  if (stored?.seats?.[seat] !== own) storeSeats(table, fair, fixed);
  else if (stored.seats.join() !== fixed.join()) return null;
  return number;
}
