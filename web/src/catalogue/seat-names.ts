import given from "../generated/seat-names.json";
import type { SeatView } from "../generated/protocol";
import { t } from "../i18n/i18n.svelte";

const SIDES: Record<string, readonly string[]> = given.sides;

/** The name of each seat as records have it: where nobody is named, of a bot its own, else that of its side of the table. */
export function recordedNames(seats: readonly Pick<SeatView, "name" | "person" | "bot">[]): string[] {
  return seats.map(({ name, person, bot }, seat) => name ?? (bot === null || person ? SIDES[seats.length] : given.bots)![seat]!);
}

/** The same in the reader's language. */
export function seatNames(seats: Parameters<typeof recordedNames>[0]): string[] {
  return recordedNames(seats).map(displayName);
}

/** The names of the seats in a game, where a bot plays at each that has none. */
export function namesInGame(names: readonly (string | null)[]): string[] {
  return names.map((name, seat) => displayName(name ?? given.bots[seat]!));
}

/** The names of the seats before anybody sits there. */
export function sideNames(players: number): string[] {
  return SIDES[players]!.map(displayName);
}

/** The same at a table that the reader opens, where the first seat is theirs. */
export function sideNamesToOwner(players: number): string[] {
  return [t("You"), ...sideNames(players).slice(1)];
}

/** Translates a name that the server assigned. Names that players chose stay as they are, and so do those of bots. */
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
const DIRECTIONS = new Set(Object.values(SIDES).flat());
