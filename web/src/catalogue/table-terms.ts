/** The options of a table as short phrases. */
import type { TableOptions } from "../generated/protocol";
import { n, t } from "../i18n/i18n.svelte";
import { editionName, findEdition } from "./editions";
import { sidesText } from "./sides";

const STRICT = "strict";

/** The options of the game, as the lobby and an invitation show them; `names` are those of the seats that have one. */
export function gameTerms(options: TableOptions, names: readonly (string | null)[] = []): string[] {
  const players = options.players ?? 2;
  const sheet = findEdition(options.edition ?? "");
  const stock = options.stock ?? sheet.stocks[players]?.[0];
  return [
    editionName(sheet.id),
    t("{players} players", { players }),
    options.partners ? t("partners: {sides}", { sides: sidesText(options, names) }) : "",
    stock === undefined ? "" : n("{count} stock card", "{count} stock cards", stock),
    matchTerm(options),
    (options.referee ?? STRICT) === STRICT ? "" : t("kitchen table"),
  ].filter(Boolean);
}

/** The options of the game that cannot be seen on the board. */
export function shortGameTerms(options: TableOptions): string[] {
  return [
    editionName(options.edition ?? ""),
    options.partners ? t("partners") : "",
    (options.referee ?? STRICT) === STRICT ? matchTerm(options) : t("kitchen table"),
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
