/** Tables of this browser, which no server knows: their ids begin with this. */
export const LOCAL = "local-";

/** Games from files, which were played elsewhere and have no table here. */
export const FROM_FILE = `${LOCAL}file-`;

/** The name under which the record of a game is downloaded. */
export function recordFile(table: string, game: number): string {
  return `skipbo-${table}-${game}.jsonl`;
}

export function isLocal(table: string): boolean {
  return table.startsWith(LOCAL);
}
