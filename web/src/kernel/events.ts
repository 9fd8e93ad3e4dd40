/** Events from the records in which the kernel writes what happened: src/skipbo/kernel/event.py. */
import {
  COMPLETED,
  DEALT,
  DISCARD,
  DISCARDED,
  DREW,
  ENDED,
  EVENT,
  HAND,
  NO_SEAT,
  PASSED,
  PLAYED,
  SHUFFLED,
  STOCK,
  TURN_BEGAN,
  TURNED,
} from "../generated/kernel";
import type { Outcome, TableEvent } from "../generated/protocol";

const SOURCES = { [HAND]: "hand", [STOCK]: "stock", [DISCARD]: "discard" };

/** The events that fill these bytes; `outcome` is how the game has ended, if it has. */
export function readEvents(bytes: Uint8Array, outcome: () => Outcome): TableEvent[] {
  const count = bytes.length / EVENT.size;
  return Array.from({ length: count }, (_, number) => readEvent(bytes.subarray(EVENT.size * number), outcome));
}

function readEvent(bytes: Uint8Array, outcome: () => Outcome): TableEvent {
  const at = (field: Exclude<keyof typeof EVENT, "size">) => bytes[EVENT[field]]!;
  const [seat, card, pile, count] = [at("seat"), at("card"), at("pile"), at("count")];
  switch (at("kind")) {
    case DEALT:
      return { type: "dealt", dealer: at("dealer") === NO_SEAT ? null : at("dealer"), first: seat };
    case TURN_BEGAN:
      return { type: "turn_began", seat };
    case DREW:
      return { type: "drew", seat, count, cards: [...bytes.subarray(EVENT.cards, EVENT.cards + count)] };
    case SHUFFLED:
      return { type: "shuffled", count };
    case PLAYED: {
      const source = SOURCES[at("source") as keyof typeof SOURCES];
      return { type: "played", seat, card, source, owner: at("owner"), number: at("number"), pile, stands_for: at("stands_for") };
    }
    case COMPLETED:
      return { type: "completed", pile };
    case TURNED:
      return { type: "turned", seat, card };
    case DISCARDED:
      return { type: "discarded", seat, card, pile };
    case PASSED:
      return { type: "passed", seat };
    case ENDED:
      return { type: "ended", outcome: outcome() };
    default:
      throw new Error(`no event ${at("kind")}`);
  }
}
