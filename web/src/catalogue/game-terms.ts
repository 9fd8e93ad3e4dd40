/** All options of a game and its table, as short phrases. */
import type { TableOptions } from "../generated/protocol";
import { n, t } from "../i18n/i18n.svelte";
import { editionName, findEdition, pileNames } from "./editions";
import { sideNames } from "./seat-names";
import { sidesText } from "./sides";
import { kitchenTerms, matchTerm } from "./table-terms";

/** The options of the game, as the lobby and an invitation show them. Seats without a name are called after their side. */
export function gameTerms(options: TableOptions, names?: readonly string[]): string[] {
  const players = options.players ?? 2;
  return [
    editionName(findEdition(options.edition ?? "").id),
    t("{players} players", { players }),
    options.partners ? t("partners: {sides}", { sides: sidesText(options, names ?? sideNames(players)) }) : "",
    stockTerm(options),
    matchTerm(options),
    seatTerm(options, names ?? sideNames(players)),
    ...kitchenTerms(options),
  ].filter(Boolean);
}

/** Who is youngest or deals first, if the sheet lets the players choose. */
export function seatTerm(options: TableOptions, names: readonly string[]): string {
  const choice = findEdition(options.edition ?? "").seat_choice;
  if (choice === null) return "";
  const seat = names[options[choice] ?? 0] ?? "";
  return choice === "youngest" ? t("youngest: {seat}", { seat }) : t("deals first: {seat}", { seat });
}

/** How many cards are in each stock pile: as chosen, else as the sheet says. */
export function stockTerm({ stock, edition, players }: TableOptions): string {
  const sheet = findEdition(edition ?? "");
  const count = stock ?? sheet.stocks[players ?? 2]?.[0];
  if (count === undefined) return "";
  return n("{count} card in each {stock}", "{count} cards in each {stock}", count, { stock: pileNames(sheet.id).stock });
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
