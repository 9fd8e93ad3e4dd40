/**
 * SHA-256, and bytes in hex. The browser's own SHA-256 is there for https pages only, and a server at home is often plain
 * http; so a library's is used everywhere.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex as toHex, concatBytes as joined, hexToBytes } from "@noble/hashes/utils.js";

export { joined, sha256, toHex };

/** The bytes of a hex text; null if it is malformed. */
export function fromHex(text: string): Uint8Array | null {
  return /^([0-9a-f]{2})*$/i.test(text) ? hexToBytes(text) : null;
}

/** The commitment to a number that a seat adds to the shuffle: docs/promises.md. */
export function commitmentTo(number: string): string {
  return toHex(sha256(joined(new TextEncoder().encode("skipbo entropy 1\0"), fromHex(number) ?? new Uint8Array())));
}
