import directions from "../generated/directions.json";
import { t } from "../i18n/i18n.svelte";

/** What those around a table are called: a seat without a name after its side of the table, as in records. */
export function seatNames(names: readonly (string | null)[]): string[] {
  const sides = (directions as Record<string, string[]>)[names.length] ?? [];
  return names.map((name, seat) => displayName(name ?? sides[seat] ?? ""));
}

/** A name that we gave is translated, one that people gave is not. */
export function displayName(name: string): string {
  const [, number] = GUEST_NAME.exec(name) ?? [];
  if (number) return t("Guest {number}", { number });
  return DIRECTIONS.has(name) ? t(name) : name;
}

/** What the server calls who comes without a name: src/skipbo/server/identity.py */
const GUEST_NAME = /^Guest (\d{4})$/;
const DIRECTIONS = new Set(Object.values(directions).flat());
