/** The keyboard focus on the board: Tab reaches one place of each group, and the focus survives the card it was on. */
import type { Place } from "../model/places";
import type { Scene } from "../model/scene";
import { groupOf } from "./key-bindings";

export class BoardFocus {
  board: HTMLElement | null = null;
  /** The place last focused in each group. */
  #lastPlaces = $state<Record<string, Place>>({});
  #scene: () => Scene;
  // Of a scene that changes with every card, only this matters here
  #own = $derived.by(() => this.#scene().own);
  #lastInHand = $derived.by(() => Math.max(this.#scene().hand.length - 1, 0));

  constructor(scene: () => Scene) {
    this.#scene = scene;
  }

  /** The place that has the focus now. */
  get place(): Place | null {
    const button = document.activeElement?.closest<HTMLElement>("button[data-place]");
    return button && this.board?.contains(button) ? button.dataset.place! : null;
  }

  tabindex(place: Place): 0 | -1 {
    return this.#entryOf(groupOf(place, this.#own), place) === place ? 0 : -1;
  }

  /** Records that a place has got the focus. */
  remember(place: Place): void {
    this.#lastPlaces[groupOf(place, this.#own)] = place;
  }

  /** Focuses a place or, if it is gone, the nearest. */
  moveTo(place: Place): void {
    const near = [place, this.#near(place), this.#own === null ? "b1" : `${this.#own}s`];
    for (const each of near) {
      const button = this.board?.querySelector<HTMLElement>(`button[data-place="${each}"]`);
      if (button) return button.focus();
    }
  }

  /** The places of a place's group, in order. */
  group(place: Place): Place[] {
    const buttons = this.board?.querySelectorAll<HTMLElement>("button[data-place]") ?? [];
    const places = Array.from(buttons, (button) => button.dataset.place!);
    return places.filter((each) => groupOf(each, this.#own) === groupOf(place, this.#own));
  }

  #entryOf(group: string, place: Place): Place {
    const last = this.#lastPlaces[group];
    if (group === "hand") return last === undefined ? "h0" : this.#near(last);
    if (last !== undefined) return last;
    if (group === "building") return "b1";
    if (group === "discards") return `${this.#own}d1`;
    const [seat] = place;
    return group.startsWith("seat") ? `${seat}s` : place;
  }

  /** The same place, or the last card of the hand if the hand has become smaller. */
  #near(place: Place): Place {
    const [, position] = /^h(\d+)$/.exec(place) ?? [];
    return position === undefined ? place : `h${Math.min(Number(position), this.#lastInHand)}`;
  }
}
