/**
 * What a board shows. Updates come when they come; the stage shows them one happening after the other, each with its
 * cards in flight, and a move of one's own before the server has answered. It never keeps a player waiting: `finish`
 * shows the newest scene at once.
 */
import { tick } from "svelte";

import type { Happening } from "../generated/protocol";
import { settings } from "../settings.svelte";
import { durationOf, flightsOf, LONGEST_QUEUE, placesTouched, STAGGER, type Flight } from "./flights";
import { cardRect, topCard, type Rect } from "./measuring";
import { placeOfSource, placeOfTarget, type Place } from "./places";
import { parseMove } from "./moves";
import { after, arrived, breaksOff, departed, keeps, promised } from "./showing";
import type { Scene } from "./scene";

/** A card in the air. */
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

/** A move that is shown and not answered. */
export interface Pending {
  move: string;
  /** What it will do first; null where that cannot be shown. */
  promise: Happening | null;
  /** Where its card lies meanwhile. */
  places: Place[];
}

export class Stage {
  /** What the server said last. */
  newest: Scene;
  /** What the board shows. */
  shown: Scene;
  pending = $state.raw<Pending | null>(null);
  flyers = $state.raw<Flyer[]>([]);
  /** What the board is drawn on, to find places in. */
  board: HTMLElement | null = null;
  /** Something is seen to have happened. */
  onseen: (happening: Happening, own: boolean) => void = () => {};

  #queue: Scene[] = [];
  #busy = false;
  /** Counts how often flights were cut short: who was flying then stops. */
  #cut = 0;
  #flown = 0;

  constructor(scene: Scene) {
    this.newest = $state.raw(scene);
    this.shown = $state.raw(scene);
  }

  take(scene: Scene): void {
    const before = this.newest;
    if (scene === before) return;
    this.newest = scene;
    if (scene.version === before.version && scene.game.number === before.game.number) this.#refresh(scene);
    else if (!follows(before, scene) || document.visibilityState === "hidden") {
      if (this.#movedOn(before, scene)) this.pending = null;
      this.finish();
    } else {
      this.#queue.push(scene);
      if (this.#queue.length > LONGEST_QUEUE) this.finish();
      else void this.#show();
    }
  }

  /** Shows a move before the server has answered it. */
  promise(move: string, carried: boolean): void {
    this.finish();
    const { source, target } = parseMove(move);
    const promise = promised(this.newest, move);
    const to = target && placeOfTarget(this.newest, target);
    const from = placeOfSource(this.newest, source);
    const start = carried || !from ? null : this.#rect(from);
    this.pending = { move, promise, places: to ? [to] : [] };
    if (!promise) return;
    this.shown = after(this.newest, promise);
    this.onseen(promise, true);
    if (start && to) void this.#glide(start, to);
  }

  /** The server has said no: everything is as it was. */
  takeBack(): void {
    this.pending = null;
    this.finish();
  }

  /** Shows the newest scene at once; what flies has landed. */
  finish(): void {
    this.#cut++;
    this.#queue = [];
    this.#busy = false;
    this.#dropFlyers();
    this.shown = this.#withPromise(this.newest);
  }

  #movedOn(before: Scene, scene: Scene): boolean {
    return scene.game.moves !== before.game.moves || scene.game.number !== before.game.number;
  }

  /** The same table, with somebody come or gone. */
  #refresh(scene: Scene): void {
    if (this.#busy) this.shown = { ...this.shown, seats: scene.seats };
    else this.shown = this.#withPromise(scene);
  }

  #withPromise(scene: Scene): Scene {
    return this.pending?.promise ? after(scene, this.pending.promise) : scene;
  }

  async #show(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    const cut = this.#cut;
    for (let scene = this.#queue.shift(); scene; scene = this.#queue.shift()) {
      await this.#perform(scene);
      if (cut !== this.#cut) return;
    }
    this.#busy = false;
  }

  async #perform(scene: Scene): Promise<void> {
    const cut = this.#cut;
    const promise = this.pending?.promise;
    if (scene.game.moves !== this.shown.game.moves) this.pending = null;
    let kept = false;
    for (const happening of scene.happened ?? []) {
      if (breaksOff(happening)) break;
      if (promise && !kept && keeps(promise, happening)) kept = true;
      else {
        await this.#enact(happening);
        if (cut !== this.#cut) return;
      }
    }
    this.shown = this.#withPromise(scene);
  }

  async #enact(happening: Happening): Promise<void> {
    const cut = this.#cut;
    const duration = durationOf(settings.speed);
    const flights = duration ? flightsOf(happening) : [];
    const flyers = flights.flatMap((flight) => this.#flyersOf(flight, duration));
    if (flyers.length) {
      this.shown = departed(this.shown, happening);
      await this.#fly(flyers);
      if (cut !== this.#cut) return;
      this.shown = arrived(this.shown, happening);
    } else this.shown = after(this.shown, happening);
    this.onseen(happening, false);
    if (!flyers.length) await this.#pointAt(placesTouched(happening), duration);
  }

  #flyersOf({ from, to, card, as, count = 1, fades = false }: Flight, duration: number): Flyer[] {
    const [start, end] = [this.#find(from), this.#find(to)];
    if (!start || !end) return [];
    const target = cardRect(end, cardRect(start));
    const origin = cardRect(start, target);
    return Array.from({ length: count }, (_, place) => ({
      id: this.#flown++,
      card,
      as: as ?? null,
      from: origin,
      to: target,
      delay: place * duration * STAGGER,
      duration,
      fades,
      land: () => {},
    }));
  }

  async #fly(flyers: Flyer[]): Promise<void> {
    const landings = flyers.map((flyer) => new Promise<void>((resolve) => (flyer.land = resolve)));
    this.flyers = flyers;
    await Promise.all(landings);
    if (this.flyers === flyers) this.flyers = [];
  }

  #dropFlyers(): void {
    const flyers = this.flyers;
    if (!flyers.length) return;
    this.flyers = [];
    for (const flyer of flyers) flyer.land();
  }

  /** One's own card is where it belongs already; it only seems to come from where it was. */
  async #glide(start: Rect, to: Place): Promise<void> {
    const duration = Math.min(durationOf(settings.speed), 200);
    if (!duration) return;
    await tick();
    const place = this.#find(to);
    if (!place) return;
    const end = cardRect(place);
    const offset = `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(${start.width / end.width})`;
    topCard(place)?.animate([{ transform: offset, transformOrigin: "0 0", zIndex: 5 }, { transform: "none", transformOrigin: "0 0" }], {
      duration,
      easing: "cubic-bezier(0.2, 0.7, 0.3, 1)",
    });
  }

  /** Without flights, or where nothing flies, what has changed lights up for a moment. */
  async #pointAt(places: Place[], duration: number): Promise<void> {
    if (!places.length) return;
    await tick();
    for (const place of places) {
      const found = this.#find(place);
      if (found) topCard(found)?.animate([{ opacity: 0.35 }, { opacity: 1 }], { duration: 350, easing: "ease-out" });
    }
    if (duration) await new Promise((resolve) => setTimeout(resolve, duration / 3));
  }

  #find(place: Place): HTMLElement | null {
    return this.board?.querySelector<HTMLElement>(`[data-place="${place}"]`) ?? null;
  }

  #rect(place: Place): Rect | null {
    const found = this.#find(place);
    return found && cardRect(found);
  }
}

/** Whether a scene follows another so that what happened lies between them. */
function follows(before: Scene, scene: Scene): boolean {
  return scene.happened !== null && scene.version > before.version && scene.game.number === before.game.number;
}
