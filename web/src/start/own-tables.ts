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

export function company({ table, seat }: OwnTable): string {
  const names = seatNames(table.seats.map((each) => each.name));
  const others = names.filter((_, number) => number !== seat && (table.seats[number]!.person || table.seats[number]!.bot));
  return others.length ? t("With {names}", { names: others.join(", ") }) : t("A table that waits for players");
}
