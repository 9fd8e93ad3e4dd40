/** Tables of this browser, which no server knows: their ids begin with this. */
export const LOCAL = "local-";

/** Games from files, which were played elsewhere and have no table here. */
export const FROM_FILE = `${LOCAL}file-`;

export function isLocal(table: string): boolean {
  return table.startsWith(LOCAL);
}
