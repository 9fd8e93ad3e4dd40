/** The cards in flight above a board, and small animations of cards that stay. */
import { tick } from "svelte";

import type { TableEvent } from "../../net/events";
import type { Place } from "../model/places";
import { durationWithin, STAGGER, type Flight, type Landing } from "./flights";
import { cardRect, topCard, type Rect } from "./geometry";

/** A card in flight. */
export interface Flyer {
  id: number;
  card: number | null;
  as: number | null;
  from: Rect;
  to: Rect;
  delay: number;
  duration: number;
  fades: boolean;
  land: () => void;
}

const FADING = { opacity: [0.35, 1] };
const TURNING = { transform: ["scaleX(0.1)", "scaleX(1)"] };
const SHUFFLING = { rotate: ["0deg", "-4deg", "4deg", "-3deg", "3deg", "0deg"] };
const GESTURE = 350; // ms

export class FlightLayerState {
  flyers = $state.raw<Flyer[]>([]);
  /** The board's element, in which places are found. */
  board: HTMLElement | null = null;

  #flown = 0;
  /** The cards for which flyers stand. */
  #hidden: HTMLElement[] = [];

  /** The flyers of some flights in this time, between the present positions of their places. Unseen places have none. */
  flyersOf(flights: readonly Flight[], time: number): Flyer[] {
    return flights.flatMap(({ from, to, card, as, count = 1, fades = false }) => {
      const duration = durationWithin(time, count);
      const [start, end] = [this.#find(from), this.#find(to)];
      if (!start || !end) return [];
      const target = cardRect(end, cardRect(start));
      const origin = cardRect(start, target);
      return Array.from({ length: count }, (_, order) => ({
        ...this.#flyer(card, origin, target, duration),
        as: as ?? null,
        delay: order * duration * STAGGER,
        fades,
      }));
    });
  }

  /** Returns when all flyers have landed or are dropped. Those that have landed stay, until they are dropped or others fly. */
  async fly(flyers: Flyer[]): Promise<void> {
    const landings = flyers.map((flyer) => new Promise<void>((resolve) => (flyer.land = resolve)));
    this.flyers = flyers;
    await Promise.all(landings);
  }

  /** Ends all flights at once. */
  drop(): void {
    for (const card of this.#hidden.splice(0)) card.style.opacity = "";
    const { flyers } = this;
    if (flyers.length) this.flyers = [];
    for (const flyer of flyers) flyer.land();
  }

  /** The position of the top card of a place. */
  cardRectAt(place: Place): Rect | null {
    const found = this.#find(place);
    return found && cardRect(found);
  }

  /** Lets cards that already lie at their places appear to arrive from elsewhere in this time. */
  async arrive(from: Rect, landings: readonly Landing[], time: number, stagger = STAGGER): Promise<void> {
    const duration = durationWithin(time, landings.length, stagger);
    const flyers = landings.flatMap(({ place, card }, order) => {
      const found = this.#find(place);
      if (!found) return [];
      const delay = order * duration * stagger;
      this.#hide(place.startsWith("h") ? found : topCard(found));
      return { ...this.#flyer(card, from, cardRect(found), duration), delay };
    });
    await this.fly(flyers);
    if (this.flyers === flyers) this.drop();
  }

  /** Draws attention to changed places without a flight: by a small movement or, without `moving`, by fading in. */
  async point(event: TableEvent, places: readonly Place[], moving: boolean): Promise<void> {
    await tick();
    for (const place of places) {
      const found = this.#find(place);
      const card = found && topCard(found);
      for (const before of card?.getAnimations() ?? []) before.cancel(); // two at once would not be left to the compositor
      card?.animate(moving ? gestureOf(event) : FADING, { duration: GESTURE, easing: "ease-out" });
    }
  }

  #flyer(card: number | null, from: Rect, to: Rect, duration: number): Flyer {
    return { id: this.#flown++, card, as: null, from, to, delay: 0, duration, fades: false, land: () => {} };
  }

  /**
   * Hides a card while a flyer stands for it; one of the hand with its signs. Its opacity may be animated already, which
   * only what is important overrides. A filter would do, too, but Chromium then draws the whole board anew.
   */
  #hide(card: HTMLElement | null): void {
    if (!card) return;
    card.style.setProperty("opacity", "0", "important");
    this.#hidden.push(card);
  }

  #find(place: Place): HTMLElement | null {
    return this.board?.querySelector<HTMLElement>(`[data-place="${place}"]`) ?? null;
  }
}

function gestureOf({ type }: TableEvent): PropertyIndexedKeyframes {
  if (type === "turned") return TURNING;
  return type === "shuffled" ? SHUFFLING : FADING;
}
