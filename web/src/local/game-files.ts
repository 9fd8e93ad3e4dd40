/** Games in files of records, one in each line: docs/records.md. */
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

export function gamesIn(text: string, kernel: Kernel): GameInFile[] {
  return text.split("\n").flatMap((line, index) => (line.trim() ? { line: index + 1, ...gameIn(line, kernel) } : []));
}

function gameIn(line: string, kernel: Kernel): Omit<GameInFile, "line"> {
  const wrong = (trouble: Trouble) => ({ game: null, trouble });
  const record = readRecord(line);
  if (!record) return wrong("unreadable");
  if (record.referee === KITCHEN) return wrong("kitchen");
  if (record.seed == null) return wrong("no key");
  const found = verify(kernel, record, keyIn(record));
  if (!holds(found)) return wrong("false");
  const table = FROM_FILE + bytesToHex(sha256(new TextEncoder().encode(line))).slice(0, 16);
  const { points } = record.result;
  const { dealer } = found;
  return { game: { table, game: 1, ended_at: Date.now(), seat: null, won: false, points, dealer, record }, trouble: null };
}
