import directions from "../generated/directions.json";
import { t } from "../i18n/i18n.svelte";

/** The name of each seat. A seat without a name is called after its side of the table, as in records. */
export function seatNames(names: readonly (string | null)[]): string[] {
  const sides = (directions as Record<string, string[]>)[names.length] ?? [];
  return names.map((name, seat) => displayName(name ?? sides[seat] ?? ""));
}

/** The names of the seats before anybody sits there. */
export function sideNames(players: number): string[] {
  return seatNames(Array<null>(players).fill(null));
}

/** The same at a table that the reader opens, where the first seat is theirs. */
export function sideNamesToOwner(players: number): string[] {
  return [t("You"), ...sideNames(players).slice(1)];
}

/** Translates a name that the server assigned. Names that players chose stay as they are. */
export function displayName(name: string): string {
  const [, number] = GUEST_NAME.exec(name) ?? [];
  if (number) return t("Guest {number}", { number });
  return DIRECTIONS.has(name) ? t(name) : name;
}

export function isAssigned(name: string): boolean {
  return GUEST_NAME.test(name);
}

/** The name that the server assigns to a guest without one: src/skipbo/server/http/identity.py */
const GUEST_NAME = /^Guest (\d{4})$/;
const DIRECTIONS = new Set(Object.values(directions).flat());
