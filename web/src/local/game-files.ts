/** Games in files of records, one in each line, which may be compressed: docs/records.md. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

import { FROM_FILE } from "../catalogue/local-tables";
import type { Kernel } from "../kernel/module";
import { KITCHEN } from "../kernel/replay";
import { holds, keyIn, readRecord, verify } from "../kernel/verifier";
import type { FinishedGame } from "./journal";

/** Why a line of a file cannot be replayed here. */
export type Trouble = "unreadable" | "false" | "no key" | "kitchen";

export interface GameInFile {
  /** The number of its line. */
  line: number;
  game: FinishedGame | null;
  trouble: Trouble | null;
}

/** The first games of a file, and whether it has more lines than those. */
export interface GamesInFile {
  games: GameInFile[];
  more: boolean;
}

const GZIP = [0x1f, 0x8b];

/** The text of a file; "" for one that is compressed and broken. */
export async function textOf(file: Blob): Promise<string> {
  const start = new Uint8Array(await file.slice(0, GZIP.length).arrayBuffer());
  if (!GZIP.every((byte, place) => start[place] === byte)) return file.text();
  const unpacked = file.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).text().catch(() => "");
}

/** The first `most` games of a text. Between two of them the page may do something else: each is played again. */
export async function gamesIn(text: string, kernel: Kernel, most: number): Promise<GamesInFile> {
  const games: GameInFile[] = [];
  let [line, begin] = [0, 0];
  while (begin < text.length) {
    const end = text.indexOf("\n", begin);
    const written = text.slice(begin, end < 0 ? undefined : end);
    begin += written.length + 1;
    line++;
    if (!written.trim()) continue;
    if (games.length === most) return { games, more: true };
    games.push({ line, ...gameIn(written, kernel) });
    await new Promise((goOn) => setTimeout(goOn));
  }
  return { games, more: false };
}

export function gameIn(line: string, kernel: Kernel): Omit<GameInFile, "line"> {
  const wrong = (trouble: Trouble) => ({ game: null, trouble });
  const record = readRecord(line);
  if (!record) return wrong("unreadable");
  if (record.referee === KITCHEN) return wrong("kitchen");
  if (record.seed == null) return wrong("no key");
  const found = verify(kernel, record, keyIn(record));
  if (!holds(found)) return wrong("false");
  const table = FROM_FILE + bytesToHex(sha256(new TextEncoder().encode(JSON.stringify(record)))).slice(0, 16);
  const { points } = record.result;
  const { dealer } = found;
  return { game: { table, game: 1, ended_at: Date.now(), seat: null, won: false, points, dealer, record }, trouble: null };
}
