/** What a kitchen table judges, and the rules that it judges by. The server judges; here is only quoted. */
import type { TableEvent } from "../net/events";

/** By happening the rules that may have decided: those of them that the edition has are quoted. */
const GROUNDS: Partial<Record<TableEvent["type"], string[]>> = {
  overdrew: ["over.shuffle"],
  exposed: ["over.expose"],
  stopped: ["irregular.noticed", "ruling.irregular-cards"],
  annulled: ["irregular.annulled"],
  may_not_draw: ["irregular.penalty"],
  penalised: ["team.cheat"],
};

/** The rules by which something was judged; none where nothing was. */
export function rulesBehind(event: TableEvent): string[] {
  if (event.type === "called") return event.ground === "none" ? ["ruling.false-call"] : [];
  return GROUNDS[event.type] ?? [];
}
