/** Which cards fly from where to where when something happens, and how long that takes. */
import type { Happening } from "../../generated/protocol";
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
export function flightsOf(happening: Happening, { game }: Scene): Flight[] {
  switch (happening.type) {
    case "drew":
      return [{ from: "draw", to: `${happening.seat}h`, card: null, count: happening.count }];
    case "played": {
      const { seat, owner, number, pile, card, stands_for } = happening;
      const from = { stock: `${owner}s`, discard: `${owner}d${number}` }[happening.source] ?? `${seat}h`;
      return [{ from, to: `b${pile}`, card, as: stands_for }];
    }
    case "discarded":
      return [{ from: `${happening.seat}h`, to: `${happening.seat}d${happening.pile}`, card: happening.card }];
    case "completed":
      return [{ from: `b${happening.pile}`, to: "draw", ...topOf(game.building[happening.pile - 1]), fades: true }];
    case "overdrew":
      return [{ from: "draw", to: `${happening.seat}s`, card: happening.card, fades: true }];
    case "penalised":
      return [{ from: "draw", to: `${happening.seat}s`, card: null, count: happening.count, fades: true }];
    case "took":
      return happening.cards.map((card) => ({ from: "draw", to: `${happening.seat}h`, card }));
    default:
      return [];
  }
}

/** The places that look different after something has happened: where nothing flies, they are pointed at. */
export function placesTouched(happening: Happening, scene: Scene): Place[] {
  if (happening.type === "turned") return [`${happening.seat}s`];
  if (happening.type === "shuffled" || happening.type === "exposed") return ["draw"];
  return flightsOf(happening, scene).map((flight) => flight.to);
}

function topOf(pile: readonly number[] = []): Pick<Flight, "card" | "as"> {
  return { card: pile.at(-1) ?? null, as: pile.length };
}
