/** What happens at the table itself, and not to its cards, as sentences: a waiting room needs no others. */
import { displayName } from "../catalogue/seat-names";
import { n, t } from "../i18n/i18n.svelte";
import type { TableEvent } from "../net/events";
import { nameOf, type Reader } from "./reader";

/** The sentence for an event; null if it is not one of the table. */
export function tableSentence(event: TableEvent, to: Reader): string | null {
  const seat = "seat" in event ? nameOf(event.seat, to) : "";
  const you = "seat" in event && event.seat === to.own;
  switch (event.type) {
    case "sat":
      return you ? t("You sit down.") : t("{seat} sits down.", { seat: displayName(event.name) });
    case "left_table":
      if (event.kicked)
        return you ? t("The owner has removed you from this table.") : t("The owner has removed {seat} from this table.", { seat });
      return you ? t("You leave the table.") : t("{seat} leaves the table.", { seat });
    case "bot_sat":
      if (event.bot === null) return t("Seat {number} is free again.", { number: event.seat + 1 });
      return t("Seat {number}: a bot sits down ({bot}).", { number: event.seat + 1, bot: event.bot });
    case "readied":
      return event.ready ? t("{seat}: ready.", { seat }) : t("{seat}: not ready yet.", { seat });
    case "withheld":
      return you
        ? t("Your number for the shuffle did not arrive. Say again that you are ready.")
        : t("{seat}: no number for the shuffle. It begins again with new numbers.", { seat });
    case "started":
      return t("The game begins. Bots take the free seats.");
    case "undo_asked":
      return you
        ? n("You ask to take back {count} move.", "You ask to take back {count} moves.", event.moves)
        : n("{seat} asks to take back {count} move.", "{seat} asks to take back {count} moves.", event.moves, { seat });
    case "undo_answered":
      if (event.agree) return you ? t("You agree to the undo.") : t("{seat} agrees to the undo.", { seat });
      return you ? t("You do not agree to the undo.") : t("{seat} does not agree to the undo.", { seat });
    case "undone":
      return n("{seat}: {count} move taken back.", "{seat}: {count} moves taken back.", event.moves, { seat });
    case "substituted":
      return event.why === "clock"
        ? t("{seat}: out of time. A bot plays on ({bot}).", { seat, bot: event.bot })
        : t("{seat}: away. A bot plays on meanwhile ({bot}).", { seat, bot: event.bot });
    case "came_back":
      return t("{seat}: back at the table.", { seat });
    case "locked":
      return event.on
        ? t("The table is locked: nobody else can sit down.")
        : t("The table is no longer locked: free seats can be taken.");
    case "said":
      return t("{seat}: “{text}”", { seat, text: event.text });
    default:
      return null;
  }
}
