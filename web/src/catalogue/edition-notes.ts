/** What is said about an edition where it is chosen or explained; a table can be played without it. */
import data from "../generated/edition-notes.json";
import { t } from "../i18n/i18n.svelte";
import { DEFAULT_EDITION, findEdition, pileNames } from "./editions";

const TITLES: Record<string, string> = data.titles;

export function editionTitle(id: string): string {
  return t(TITLES[findEdition(id).id]!);
}

/** A warning where a pile has the name of another on the standard sheet, as the draw pile of 1967; null otherwise. */
export function noteOnPiles(id: string): string | null {
  const { stock, draw } = pileNames(id);
  const standard = pileNames(DEFAULT_EDITION).stock;
  if (String(draw).toLowerCase() !== String(standard).toLowerCase()) return null;
  return t(data.note_on_piles, { stock, draw });
}
