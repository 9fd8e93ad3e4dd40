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

/** One's own card, which is where it belongs already, only follows with the eye's speed. */
const QUICKEST = 180; // ms

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
  onseen: (happening: Happening) => void = () => {};

  #queue: Scene[] = [];
  #busy = false;
  /** What the board shows already although the server has not told it. */
  #ahead: Happening | null = null;
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
    if (movedOn(before, scene)) this.pending = null;
    if (scene.version === before.version && scene.game.number === before.game.number) this.#refresh(scene);
    else if (!follows(before, scene) || document.visibilityState === "hidden") this.finish();
    else {
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
    const start = carried || !from ? null : this.#find(from);
    const origin = start && cardRect(start);
    this.pending = { move, promise, places: to ? [to] : [] };
    this.#ahead = promise;
    if (!promise) return;
    this.shown = after(this.newest, promise);
    this.onseen(promise);
    if (origin && to && "card" in promise) void this.#glide(promise.card as number, origin, to);
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
    this.#ahead = this.pending?.promise ?? null;
    this.shown = this.#withPromise(this.newest);
  }

  /** The same table, with somebody come or gone. */
  #refresh(scene: Scene): void {
    if (this.#busy && this.shown.own === scene.own) this.shown = { ...this.shown, seats: scene.seats };
    else if (this.#busy) this.finish();
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
    for (const happening of scene.happened ?? []) {
      if (breaksOff(happening)) break;
      if (this.#ahead && keeps(this.#ahead, happening)) {
        this.#ahead = null; // it is shown already
        continue;
      }
      await this.#enact(happening);
      if (cut !== this.#cut) return;
    }
    this.shown = this.#withPromise(scene);
  }

  async #enact(happening: Happening): Promise<void> {
    const cut = this.#cut;
    const duration = durationOf(settings.speed) / (1 + this.#queue.length / 2); // who lags behind hurries
    const flights = duration ? flightsOf(happening, this.shown) : [];
    const flyers = flights.flatMap((flight) => this.#flyersOf(flight, duration));
    if (flyers.length) {
      this.shown = departed(this.shown, happening);
      await this.#fly(flyers);
      if (cut !== this.#cut) return;
      this.shown = arrived(this.shown, happening);
    } else this.shown = after(this.shown, happening);
    this.onseen(happening);
    if (!flyers.length) await this.#pointAt(placesTouched(happening, this.shown), duration);
  }

  #flyersOf({ from, to, card, as, count = 1, fades = false }: Flight, duration: number): Flyer[] {
    const [start, end] = [this.#find(from), this.#find(to)];
    if (!start || !end) return [];
    const target = cardRect(end, cardRect(start));
    const origin = cardRect(start, target);
    return Array.from({ length: count }, (_, place) => ({
      ...this.#flyer(card, origin, target, duration),
      as: as ?? null,
      delay: place * duration * STAGGER,
      fades,
    }));
  }

  #flyer(card: number | null, from: Rect, to: Rect, duration: number): Flyer {
    return { id: this.#flown++, card, as: null, from, to, delay: 0, duration, fades: false, land: () => {} };
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
  async #glide(card: number, from: Rect, to: Place): Promise<void> {
    const duration = Math.min(durationOf(settings.speed), QUICKEST);
    const cut = this.#cut;
    await tick();
    const place = this.#find(to);
    if (!place || !duration || cut !== this.#cut) return;
    topCard(place)?.animate({ opacity: [0, 0] }, { duration });
    await this.#fly([this.#flyer(card, from, cardRect(place), duration)]);
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
}

/** Whether a scene follows another so that what happened lies between them. */
function follows(before: Scene, scene: Scene): boolean {
  if (scene.happened === null || scene.own !== before.own) return false;
  return scene.version > before.version && scene.game.number === before.game.number;
}

/** Whether somebody has moved between two scenes, or a move was taken back. */
function movedOn(before: Scene, scene: Scene): boolean {
  return scene.game.moves !== before.game.moves || scene.game.number !== before.game.number;
}
