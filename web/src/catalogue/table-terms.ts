/** What the bar above the board says of a game's options, as short phrases: it comes with the first load of a table. */
import type { TableOptions } from "../generated/protocol";
import { languageName, n, t } from "../i18n/i18n.svelte";
import { editionName, findEdition } from "./editions";

const STRICT = "strict";

/** A kitchen table, and the column of the sheet that it plays by where the columns disagree. */
export function kitchenTerms({ referee, edition, column }: TableOptions): string[] {
  if ((referee ?? STRICT) === STRICT) return [];
  const [first] = findEdition(edition ?? "").columns;
  return [t("kitchen table"), first ? t("column: {language}", { language: languageName(column ?? first) }) : ""];
}

/** The options of the game that cannot be seen on the board. */
export function shortGameTerms(options: TableOptions): string[] {
  return [
    editionName(options.edition ?? ""),
    options.partners ? t("partners") : "",
    ...((options.referee ?? STRICT) === STRICT ? [matchTerm(options)] : kitchenTerms(options)),
  ].filter(Boolean);
}

export function matchTerm({ points, games }: TableOptions): string {
  if (points) return t("match to {points} points", { points });
  if (games) return n("match of {count} game", "match of {count} games", games);
  return t("single games");
}
