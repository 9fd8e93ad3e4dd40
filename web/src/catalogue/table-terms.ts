/** The options of a table as short phrases. */
import type { TableOptions } from "../generated/protocol";
import { languageName, n, t } from "../i18n/i18n.svelte";
import { editionName, findEdition } from "./editions";
import { sideNames } from "./seat-names";

const STRICT = "strict";

/** The options of the game, as the lobby and an invitation show them. Seats without a name are called after their side. */
export function gameTerms(options: TableOptions, names?: readonly string[]): string[] {
  const players = options.players ?? 2;
  const sheet = findEdition(options.edition ?? "");
  const stock = options.stock ?? sheet.stocks[players]?.[0];
  return [
    editionName(sheet.id),
    t("{players} players", { players }),
    options.partners ? t("partners") : "",
    stock === undefined ? "" : n("{count} stock card", "{count} stock cards", stock),
    matchTerm(options),
    seatTerm(options, names ?? sideNames(players)),
    ...kitchenTerms(options),
  ].filter(Boolean);
}

/** A kitchen table, and the column of the sheet that it plays by where the columns disagree. */
function kitchenTerms({ referee, edition, column }: TableOptions): string[] {
  if ((referee ?? STRICT) === STRICT) return [];
  const [first] = findEdition(edition ?? "").columns;
  return [t("kitchen table"), first ? t("column: {language}", { language: languageName(column ?? first) }) : ""];
}

function seatTerm(options: TableOptions, names: readonly string[]): string {
  const choice = findEdition(options.edition ?? "").seat_choice;
  if (choice === null) return "";
  const seat = names[options[choice] ?? 0] ?? "";
  return choice === "youngest" ? t("youngest: {seat}", { seat }) : t("deals first: {seat}", { seat });
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

/** The options of the table itself: who may see it, and how long it waits for a player. */
export function tableTerms(options: TableOptions): string[] {
  const { clock, grace = 60 } = options;
  return [
    options.public ? t("Shown in the lobby") : t("Only by link"),
    (options.spectators ?? true) ? t("Anyone can watch") : t("Nobody may watch at this table."),
    (options.chat ?? true) ? t("Chat is open") : t("Nobody talks at this table."),
    clock ? n("{count} second for a turn", "{count} seconds for a turn", clock) : t("No clock"),
    n(
      "A bot takes over after {count} second of absence",
      "A bot takes over after {count} seconds of absence",
      grace,
    ),
  ];
}
