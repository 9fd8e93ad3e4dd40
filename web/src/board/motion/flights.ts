/** Which cards fly from where to where when something happens, and how long that takes. */
import type { TableEvent } from "../../net/events";
import type { Speed } from "../../services/settings.svelte";
import type { Place } from "../model/places";
import type { Scene } from "../model/scene";

export interface Flight {
  from: Place;
  to: Place;
  /** 0 a wild, null face down. */
  card: number | null;
  /** What a wild stands for where it lands. */
  as?: number;
  /** How many such cards fly, one after the other. */
  count?: number;
  /** Whether the card is gone when it lands, as it then lies unseen. */
  fades?: boolean;
}

const DURATIONS: Record<Speed, number> = { slow: 800, normal: 450, fast: 220, off: 0 };
/** Cards of one happening follow each other after this part of a flight. */
export const STAGGER = 0.3;
/** Scenes that wait to be shown; with more, the board would tell old news. */
export const LONGEST_QUEUE = 6;

/** Milliseconds; 0 where nothing flies. */
export function durationOf(speed: Speed): number {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return still ? 0 : DURATIONS[speed];
}

/** The flights of what happens in a scene; empty where no card changes its place. */
export function flightsOf(event: TableEvent, { game }: Scene): Flight[] {
  switch (event.type) {
    case "drew":
      return [{ from: "draw", to: `${event.seat}h`, card: null, count: event.count }];
    case "played": {
      const { seat, owner, number, pile, card, stands_for } = event;
      const from = { stock: `${owner}s`, discard: `${owner}d${number}` }[event.source] ?? `${seat}h`;
      return [{ from, to: `b${pile}`, card, as: stands_for }];
    }
    case "discarded":
      return [{ from: `${event.seat}h`, to: `${event.seat}d${event.pile}`, card: event.card }];
    case "completed":
      return [{ from: `b${event.pile}`, to: "draw", ...topOf(game.building[event.pile - 1]), fades: true }];
    case "overdrew":
      return [{ from: "draw", to: `${event.seat}s`, card: event.card, fades: true }];
    case "penalised":
      return [{ from: "draw", to: `${event.seat}s`, card: null, count: event.count, fades: true }];
    case "took":
      return event.cards.map((card) => ({ from: "draw", to: `${event.seat}h`, card }));
    default:
      return [];
  }
}

/** The places that look different after something has happened: where nothing flies, they are pointed at. */
export function placesTouched(event: TableEvent, scene: Scene): Place[] {
  if (event.type === "turned") return [`${event.seat}s`];
  if (event.type === "shuffled" || event.type === "exposed") return ["draw"];
  return flightsOf(event, scene).map((flight) => flight.to);
}

function topOf(pile: readonly number[] = []): Pick<Flight, "card" | "as"> {
  return { card: pile.at(-1) ?? null, as: pile.length };
}
