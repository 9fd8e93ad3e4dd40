import data from "../generated/editions.json";
import type { TableOptions } from "../generated/protocol";
import { language, t, translatedPileNames } from "../i18n/i18n.svelte";
import { pileNamesFrom, type PileNames } from "../i18n/term";

export interface Edition {
  id: string;
  /** In English, as the names are. */
  short_title: string;
  /** In English; other languages have theirs in their catalogue. */
  names: PileNames;
  ranks: number;
  players: number[];
  /** How many sides partners form, by the numbers of players with which there can be partners. */
  sides: Record<string, number>;
  stocks: Record<string, number[]>;
  points: number | null;
  kitchen: boolean;
  /** The languages that disagree about mistakes, the sheet's first language first; none if they agree. */
  columns: string[];
  /** The option with which the players choose a seat; null if the sheet leaves nothing to choose. */
  seat_choice: SeatChoice | null;
}

/** Who is youngest and therefore begins, or who deals first. */
export type SeatChoice = "youngest" | "dealer";

export const EDITIONS: Edition[] = data.editions.map((edition) => ({
  ...edition,
  names: pileNamesFrom(edition.names, data.articles),
  seat_choice: edition.seat_choice as SeatChoice | null,
}));
export const DEFAULT_EDITION = data.default;

export function findEdition(id: string): Edition {
  return EDITIONS.find((each) => each.id === id) ?? EDITIONS[0]!;
}

/** The names of an edition's piles, in the reader's language. */
export function pileNames(id: string): PileNames {
  const { id: known, names } = findEdition(id);
  return translatedPileNames(known) ?? names;
}

/** The column that a text in the reader's language follows: that language's, or the sheet's first; none if all agree. */
export function textColumn(id: string): string | undefined {
  const { columns } = findEdition(id);
  return columns.find((column) => column === language()) ?? columns[0];
}

/** The column that a table plays by; none if the columns of its sheet agree. */
export function tableColumn({ edition, column }: TableOptions): string | undefined {
  return column ?? findEdition(edition ?? "").columns[0];
}

/** The short name of an edition. */
export function editionName(id: string): string {
  const known = EDITIONS.find((each) => each.id === id);
  return known ? t(known.short_title) : id;
}
