/** For whom events are told. */
import { t } from "../i18n/i18n.svelte";
import type { PileNames } from "../i18n/term";

export interface Reader {
  /** The pile names of the edition in play. */
  names: PileNames;
  /** The name of each seat. */
  seats: readonly string[];
  /** The reader's seat; null for a spectator. */
  own: number | null;
}

/** What the player at a seat is called: “You”, if that is the reader. */
export function nameOf(seat: number, { seats, own }: Reader): string {
  return seat === own ? t("You") : (seats[seat] ?? "");
}
