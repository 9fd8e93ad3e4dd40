/** The rules behind the rulings of a kitchen table. The server judges; the page only quotes. */
import type { TableEvent } from "../net/events";

/** The rules that may be behind each event; those that the edition has are quoted. */
const GROUNDS: Partial<Record<TableEvent["type"], string[]>> = {
  overdrew: ["over.shuffle"],
  exposed: ["over.expose"],
  irregular_stands: ["irregular.stands"],
  card_returned: ["ruling.irregular-win"],
  stopped: ["irregular.noticed", "ruling.irregular-cards"],
  annulled: ["irregular.annulled"],
  may_not_draw: ["irregular.penalty"],
  penalised: ["team.cheat"],
};

/** The rules behind an event; none if it is not a ruling. */
export function rulesBehind(event: TableEvent): string[] {
  if (event.type === "called") return event.ground === "none" ? ["ruling.false-call"] : [];
  return GROUNDS[event.type] ?? [];
}
