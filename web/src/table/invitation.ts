/** What a visitor is told before sitting down: who invites, and whether they can join or watch. */
import type { TableInvitation } from "../generated/protocol";
import { isAssigned } from "../catalogue/seat-names";
import { n, t } from "../i18n/i18n.svelte";

/** A table as its link shows it, or as a visitor without a seat sees it. */
export type Inviting = Pick<TableInvitation, "phase" | "options" | "seats" | "locked">;

/** `host` is the seat of whoever invites, if it is known. A name that the server assigned would say nothing. */
export function invitationTitle({ seats }: Inviting, host: number | null | undefined): string {
  const name = seats[host ?? -1]?.name;
  return name && !isAssigned(name)
    ? t("{name} invites you to a card table", { name })
    : t("You are invited to a card table");
}

export function mayJoin({ seats, locked }: Inviting): boolean {
  return !locked && seats.some((seat) => seat.open);
}

export function mayWatch({ options }: Inviting): boolean {
  return options.spectators ?? true;
}

/** The number of free seats in words; empty if there is none to take. */
export function freeSeats(table: Inviting): string {
  if (!mayJoin(table)) return "";
  const count = table.seats.filter((seat) => seat.open).length;
  return n("{count} free seat", "{count} free seats", count);
}

/** Why a visitor cannot join, or not from the beginning, and what they can do instead. */
export function obstacles(table: Inviting): string[] {
  const joins = mayJoin(table);
  return [
    table.phase === "playing" ? t("A game is being played.") : "",
    joins ? "" : table.locked ? t("The owner has locked this table.") : t("Every seat is taken."),
    joins ? "" : mayWatch(table) ? t("You can watch.") : t("Nobody may watch at this table."),
  ].filter(Boolean);
}
