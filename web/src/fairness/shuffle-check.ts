/** Checks in the browser that nobody chose the cards of a finished game: docs/promises.md. */
import type { Proof } from "../generated/protocol";
import type { Commitment } from "./commitments";
import { deal, type Deal } from "./deal";
import { commitmentTo, fromHex, joined, sha256, toHex } from "./sha256";

/** The part of a game's record that the check needs. */
export interface DealtRecord {
  edition: string;
  stock: number;
  seats: unknown[];
  dealer: number | null;
  deal: Deal;
  seed?: string | null;
}

/** The results of the check; null where there was nothing to compare with. */
export interface Verdict {
  /** Commitment and additions are those that this browser stored at the table. */
  seen: boolean | null;
  /** The number of each seat is the one that it had committed to when this browser showed its own. */
  bound: boolean | null;
  /** The secret fits the commitment. */
  secret: boolean;
  /** Secret and additions yield the key of the record. */
  key: boolean;
  /** The key yields the deal of the record. */
  deal: boolean;
  /** The number of seats that added a number of their own. */
  additions: number;
}

const SCHEME = 1;

export class UnknownScheme extends Error {}

export function keyOf(secret: Uint8Array, entropy: Uint8Array[]): Uint8Array {
  const label = new TextEncoder().encode(`skipbo key ${SCHEME}\0`);
  return sha256(joined(label, secret, ...entropy.map(sha256)));
}

export function checkShuffle(proof: Proof, record: DealtRecord, stored: Commitment | null): Verdict {
  if (proof.scheme !== SCHEME) throw new UnknownScheme();
  const secret = fromHex(proof.secret) ?? new Uint8Array();
  const additions = proof.entropy.map((text) => fromHex(text) ?? new Uint8Array());
  const key = keyOf(secret, additions);
  return {
    seen: stored && matchesStored(stored, proof),
    bound: stored?.seats ? proof.entropy.map(commitmentTo).join() === stored.seats.join() : null,
    secret: toHex(sha256(secret)) === proof.commitment,
    key: toHex(key) === record.seed && proof.entropy.length === record.seats.length,
    deal: dealtBy(key, record),
    additions: proof.entropy.filter((text) => text !== "").length,
  };
}

function matchesStored({ commitment, entropy }: Commitment, proof: Proof): boolean {
  return commitment === proof.commitment && (entropy === null || entropy.join() === proof.entropy.join());
}

/** A record does not say whether its dealer was drawn or came by rotation, so either passes. */
function dealtBy(key: Uint8Array, { edition, seats, stock, dealer, deal: recorded }: DealtRecord): boolean {
  return [true, false].some((drawn) => {
    const again = deal(key, edition, seats.length, stock, drawn);
    return sameCards(again, recorded) && (again.dealer === null || again.dealer === dealer);
  });
}

function sameCards(one: Deal, other: Deal): boolean {
  return JSON.stringify([one.stocks, one.draw]) === JSON.stringify([other.stocks, other.draw]);
}
