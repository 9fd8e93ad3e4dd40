/**
 * SHA-256, and bytes in hex. The browser's own SHA-256 is there for https pages only, and a server at home is often plain
 * http; so a library's is always there. Checks prefer the browser's, which did not come from the server that they check.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex as toHex, concatBytes as joined, hexToBytes } from "@noble/hashes/utils.js";

export { joined, sha256, toHex };

/** The bytes of a hex text; null if it is malformed. */
export function fromHex(text: string): Uint8Array | null {
  return /^([0-9a-f]{2})*$/i.test(text) ? hexToBytes(text) : null;
}

/** The browser's own SHA-256, or else the library's. */
export async function checkedSha256(bytes: Uint8Array): Promise<Uint8Array> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  return subtle ? new Uint8Array(await subtle.digest("SHA-256", new Uint8Array(bytes))) : sha256(bytes);
}

/** What a seat commits to: a number that it adds to the shuffle, docs/promises.md. */
export function committed(number: string): Uint8Array {
  return joined(new TextEncoder().encode("skipbo entropy 1\0"), fromHex(number) ?? new Uint8Array());
}

export function commitmentTo(number: string): string {
  return toHex(sha256(committed(number)));
}
