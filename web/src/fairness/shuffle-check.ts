/** Checks in the browser that nobody chose the cards of a finished game: docs/promises.md. */
import type { Proof } from "../generated/protocol";
import type { GameRecord } from "../kernel/game-record";
import type { Kernel } from "../kernel/module";
import { verify, type Findings } from "../kernel/verifier";
import type { Commitment } from "./commitments";
import { checkedSha256, committed, fromHex, joined, toHex } from "./sha256";

/** The results of the check; null where there was nothing to compare with. */
export interface Verdict extends Findings {
  /** Commitment and additions are those that this browser stored at the table. */
  seen: boolean | null;
  /** The number of each seat is the one that it had committed to when this browser showed its own. */
  bound: boolean | null;
  /** The secret fits the commitment. */
  secret: boolean;
  /** Secret and additions yield the key of the record. */
  key: boolean;
  /** The number of seats that added a number of their own. */
  additions: number;
}

const SCHEME = 1;

export class UnknownScheme extends Error {}

export async function keyOf(secret: Uint8Array, entropy: Uint8Array[]): Promise<Uint8Array> {
  const label = new TextEncoder().encode(`skipbo key ${SCHEME}\0`);
  return checkedSha256(joined(label, secret, ...(await Promise.all(entropy.map(checkedSha256)))));
}

export async function checkShuffle(
  proof: Proof,
  record: GameRecord,
  stored: Commitment | null,
  kernel: Kernel,
): Promise<Verdict> {
  if (proof.scheme !== SCHEME) throw new UnknownScheme();
  const secret = fromHex(proof.secret) ?? new Uint8Array();
  const additions = proof.entropy.map((text) => fromHex(text) ?? new Uint8Array());
  const key = await keyOf(secret, additions);
  const commitments = await Promise.all(proof.entropy.map(async (number) => toHex(await checkedSha256(committed(number)))));
  return {
    ...verify(kernel, record, key),
    seen: stored && matchesStored(stored, proof),
    bound: stored?.seats ? commitments.join() === stored.seats.join() : null,
    secret: toHex(await checkedSha256(secret)) === proof.commitment,
    key: toHex(key) === record.seed && proof.entropy.length === record.seats.length,
    additions: proof.entropy.filter((text) => text !== "").length,
  };
}

function matchesStored({ commitment, entropy }: Commitment, proof: Proof): boolean {
  return commitment === proof.commitment && (entropy === null || entropy.join() === proof.entropy.join());
}
