/**
 * What a board shows. Updates come when they come; the stage shows them one happening after the other, each with its
 * cards in flight, and a move of one's own before the server has answered. It never keeps a player waiting: `finish`
 * shows the newest scene at once.
 */
import { tick } from "svelte";

import type { Drew, Happening } from "../../generated/protocol";
import { settings } from "../../services/settings.svelte";
import { parseMove } from "../model/move-notation";
import { placeOfSource, placeOfTarget, type Place } from "../model/places";
import type { Scene } from "../model/scene";
import { Air } from "./flight-layer.svelte";
import { durationOf, flightsOf, LONGEST_QUEUE, placesTouched } from "./flights";
import type { Rect } from "./geometry";
import { after, arrived, breaksOff, departed, keeps, promised } from "./transitions";

/** One's own card, which is where it belongs already, only follows with the eye's speed. */
const QUICKEST = 180; // ms

/** A move that is shown and not answered. */
export interface Pending {
  move: string;
  /** What it will do first; null where that cannot be shown. */
  promise: Happening | null;
  /** Where its card lies meanwhile. */
  places: Place[];
}

export class Stage {
  readonly air = new Air();
  /** What the server said last. */
  newest: Scene;
  /** What the board shows. */
  shown: Scene;
  pending = $state.raw<Pending | null>(null);
  /** Something is seen to have happened. */
  onseen: (happening: Happening) => void = () => {};

  #queue: Scene[] = [];
  #busy = false;
  /** What the board shows already although the server has not told it. */
  #ahead: Happening | null = null;
  /** Counts how often flights were cut short: whoever waited for them then stops. */
  #cut = 0;

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

  /** Shows a move before the server has answered it. A card that was carried is there already. */
  promise(move: string, carried: boolean): Pending {
    this.finish();
    const { source, target } = parseMove(move);
    const promise = promised(this.newest, move);
    const to = target && placeOfTarget(this.newest, target);
    const from = placeOfSource(this.newest, source);
    const start = from && !carried ? this.air.spot(from) : null;
    const pending = { move, promise, places: to ? [to] : [] };
    this.pending = pending;
    this.#ahead = promise;
    if (!promise) return pending;
    this.shown = after(this.newest, promise);
    this.onseen(promise);
    if (start && to && "card" in promise && promise.card !== null) void this.#glide(promise.card, start, to);
    return pending;
  }

  /** The server has said no to a move: if it is still shown, everything is as it was. */
  takeBack(refused: Pending): void {
    if (this.pending !== refused) return;
    this.pending = null;
    this.finish();
  }

  /** Shows the newest scene at once; what flies has landed. */
  finish(): void {
    this.#cut++;
    this.#queue = [];
    this.#busy = false;
    this.air.drop();
    this.#ahead = this.pending?.promise ?? null;
    this.shown = this.#withPromise(this.newest);
  }

  /** The same table, with somebody come or gone, or seen from another place. */
  #refresh(scene: Scene): void {
    if (this.#busy && this.shown.own === scene.own) this.shown = { ...this.shown, seats: scene.seats };
    else this.finish();
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
    if (duration && happening.type === "drew" && happening.seat === this.shown.own) return this.#draw(happening, duration);
    const flyers = duration ? this.air.flyersOf(flightsOf(happening, this.shown), duration) : [];
    if (flyers.length) {
      this.shown = departed(this.shown, happening);
      await this.air.fly(flyers);
      if (cut !== this.#cut) return;
      this.shown = arrived(this.shown, happening);
    } else this.shown = after(this.shown, happening);
    this.onseen(happening);
    const places = flyers.length ? [] : placesTouched(happening, this.shown);
    if (!places.length) return;
    await this.air.point(happening, places, duration > 0);
    if (duration) await new Promise((resolve) => setTimeout(resolve, duration / 3));
  }

  /** Cards that come into one's own hand, each to its place among the others. */
  async #draw(drew: Drew, duration: number): Promise<void> {
    const cut = this.#cut;
    const before = this.shown.hand;
    const start = this.air.spot("draw");
    this.shown = after(this.shown, drew);
    this.onseen(drew);
    await tick();
    if (!start || cut !== this.#cut) return;
    const { hand } = this.shown;
    const places = added(before, hand).map((position) => ({ place: `h${position}`, card: hand[position]! }));
    await this.air.arrive(start, places, duration);
  }

  async #glide(card: number, start: Rect, to: Place): Promise<void> {
    const cut = this.#cut;
    const duration = Math.min(durationOf(settings.speed), QUICKEST);
    await tick();
    if (duration && cut === this.#cut) await this.air.arrive(start, [{ place: to, card }], duration);
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

/** Where in a hand the cards are that were not there before; of those that are alike, the last. */
export function added(before: readonly number[], hand: readonly number[]): number[] {
  const old = [...before];
  return hand.flatMap((card, position) => {
    const at = old.indexOf(card);
    if (at < 0) return [position];
    old.splice(at, 1);
    return [];
  });
}
