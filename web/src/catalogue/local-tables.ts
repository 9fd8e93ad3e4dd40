/** Tables of this browser, which no server knows: their ids begin with this. */
export const LOCAL = "local-";

export function isLocal(table: string): boolean {
  return table.startsWith(LOCAL);
}
