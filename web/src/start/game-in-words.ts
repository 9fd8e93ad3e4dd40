/** The next game against bots in a few words, as one would tell it to a friend. */
import { levelName } from "../catalogue/bot-levels";
import { seatTerm, stockTerm } from "../catalogue/game-terms";
import { sideNamesToOwner } from "../catalogue/seat-names";
import { matchTerm } from "../catalogue/table-terms";
import { mark, t } from "../i18n/i18n.svelte";
import { tableAgainstBots, type GameOptions } from "./game-options";

/** By how many bots there are, which nobody tells in digits. */
const COMPANY = [
  "",
  mark("You and a bot"),
  mark("You and two bots"),
  mark("You and three bots"),
  mark("You and four bots"),
  mark("You and five bots"),
];

const SHEETS: Record<string, string> = {
  "mattel-2003": mark("2003 rules"),
  "holiday-2010": mark("holiday rules of 2010"),
  "francais-2003": mark("French rules of 2003"),
  "mattel-2016": mark("short rules of 2016"),
  "brownfield-1967": mark("first rules, of 1967"),
};

/** “You and two bots (steady), 30 cards in each stock pile, 2003 rules”, and whatever is not as usual. */
export function gameInWords(game: GameOptions, inBrowser = false): string {
  const options = tableAgainstBots(game);
  const bots = [...new Set(game.bots ?? [game.level])].map(levelName).join(", ");
  return [
    `${t(COMPANY[game.players - 1]!)} (${bots})`,
    game.partners ? t("partners") : "",
    stockTerm(options),
    t(SHEETS[game.edition]!),
    game.points === null ? "" : matchTerm(options),
    game.dealer === null && game.youngest === null ? "" : seatTerm(options, sideNamesToOwner(game.players)),
    game.kitchen ? t("kitchen table") : "",
    inBrowser ? t("in this browser") : "",
  ]
    .filter(Boolean)
    .join(", ");
}
