/** The flights of cards that show an event. */
import type { TableEvent } from "../../net/events";
import type { Place } from "../model/places";
import type { Scene } from "../model/scene";

export interface Flight {
  from: Place;
  to: Place;
  /** 0 for a wild, null for face down. */
  card: number | null;
  /** The number that a wild stands for where it lands. */
  as?: number;
  /** The number of such cards, which fly one after the other. */
  count?: number;
  /** Whether the card fades on its way, because it lands hidden. */
  fades?: boolean;
}

/** A card that lies at a place already and is seen to arrive there. */
export interface Landing {
  place: Place;
  card: number | null;
}

/** Delay between the cards of one event, as a part of the flight's duration. */
export const STAGGER = 0.3;

/** The duration of each of some flights that begin one after the other and take this time together. */
export function durationWithin(time: number, cards: number, stagger = STAGGER): number {
  return time / (1 + Math.max(0, cards - 1) * stagger);
}

/** The rounds of a deal that are seen: enough to say where the cards go. */
const DEALT_ROUNDS = 3;

/** The cards of a deal in the order in which they fly: round the table to the stock piles, then to the own hand. */
export function dealtCards({ game: { stocks, turn }, hand }: Scene): Landing[] {
  const rounds = Math.min(DEALT_ROUNDS, stocks[0]!.count);
  const dealt = Array.from({ length: rounds * stocks.length }, (_, at) => `${(turn + at) % stocks.length}s`);
  return [...dealt.map((place) => ({ place, card: null })), ...hand.map((card, at) => ({ place: `h${at}`, card }))];
}

/** The flights of an event; empty if no card moves. */
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

/** The places that an event changes. */
export function placesTouched(event: TableEvent, scene: Scene): Place[] {
  if (event.type === "turned") return [`${event.seat}s`];
  if (event.type === "shuffled" || event.type === "exposed") return ["draw"];
  return flightsOf(event, scene).map((flight) => flight.to);
}

function topOf(pile: readonly number[] = []): Pick<Flight, "card" | "as"> {
  return { card: pile.at(-1) ?? null, as: pile.length };
}
