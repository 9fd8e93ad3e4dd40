/** The unfinished tables of the guest, in the order in which the start page offers them. */
import { seatNames } from "../catalogue/seat-names";
import type { OwnTable } from "../generated/protocol";
import { t } from "../i18n/i18n.svelte";

const MOST = 4;

/** Games that are being played come before tables that wait for players; of each, the latest first. */
export function unfinished(tables: readonly OwnTable[]): OwnTable[] {
  const inPhase = (phase: OwnTable["table"]["phase"]) => tables.filter(({ table }) => table.phase === phase);
  return [...inPhase("playing"), ...inPhase("gathering")].slice(0, MOST);
}

/** Whose turn it is, where that is known. */
export function turnOf({ table, seat, turn }: OwnTable): string[] {
  if (turn == null) return [];
  return [turn === seat ? t("Your turn") : t("It is the turn of {seat}", { seat: namesAt(table)[turn]! })];
}

function namesAt({ seats }: OwnTable["table"]): string[] {
  return seatNames(seats);
}

export function company({ table, seat }: OwnTable): string {
  const names = namesAt(table);
  const others = names.filter((_, number) => number !== seat && (table.seats[number]!.person || table.seats[number]!.bot));
  return others.length ? t("With {names}", { names: others.join(", ") }) : t("A table that waits for players");
}
