/**
 * What a board shows. Updates come when they come; the stage shows them one happening after the other, each with its
 * cards in flight, and a move of one's own before the server has answered. It never keeps a player waiting: `finish`
 * shows the newest scene at once.
 */
import { tick } from "svelte";

import type { Drew } from "../../generated/protocol";
import type { TableEvent } from "../../net/events";
import { settings } from "../../services/settings.svelte";
import { parseMove } from "../model/move-notation";
import { placeOfSource, placeOfTarget, type Place } from "../model/places";
import type { Scene } from "../model/scene";
import { FlightLayerState } from "./flight-layer.svelte";
import { durationOf, flightsOf, LONGEST_QUEUE, placesTouched } from "./flights";
import type { Rect } from "./geometry";
import { arrived, breaksSequence, confirms, departed, predictedEvent, sceneAfter } from "./transitions";

/** One's own card, which is where it belongs already, only follows with the eye's speed. */
const QUICKEST = 180; // ms

/** A move that is shown and not answered. */
export interface Pending {
  move: string;
  /** What it will do first; null where that cannot be shown. */
  prediction: TableEvent | null;
  /** Where its card lies meanwhile. */
  places: Place[];
}

export class Stage {
  readonly flightLayer = new FlightLayerState();
  /** What the server said last. */
  newest: Scene;
  /** What the board shows. */
  shown: Scene;
  pending = $state.raw<Pending | null>(null);
  /** Something is seen to have happened. */
  onshown: (event: TableEvent) => void = () => {};

  #queue: Scene[] = [];
  #busy = false;
  /** What the board shows already although the server has not told it. */
  #shownEarly: TableEvent | null = null;
  /** Counts how often flights were cut short: whoever waited for them then stops. */
  #generation = 0;

  constructor(scene: Scene) {
    this.newest = $state.raw(scene);
    this.shown = $state.raw(scene);
  }

  receive(scene: Scene): void {
    const before = this.newest;
    if (scene === before) return;
    this.newest = scene;
    if (movedOn(before, scene)) this.pending = null;
    if (scene.version === before.version && scene.game.number === before.game.number) this.#updateSeats(scene);
    else if (!follows(before, scene) || document.visibilityState === "hidden") this.finish();
    else {
      this.#queue.push(scene);
      if (this.#queue.length > LONGEST_QUEUE) this.finish();
      else void this.#showQueue();
    }
  }

  /** Shows a move before the server has answered it. A card that was carried is there already. */
  showMove(move: string, carried: boolean): Pending {
    this.finish();
    const { source, target } = parseMove(move);
    const prediction = predictedEvent(this.newest, move);
    const to = target && placeOfTarget(this.newest, target);
    const from = placeOfSource(this.newest, source);
    const start = from && !carried ? this.flightLayer.cardRectAt(from) : null;
    const pending = { move, prediction, places: to ? [to] : [] };
    this.pending = pending;
    this.#shownEarly = prediction;
    if (!prediction) return pending;
    this.shown = sceneAfter(this.newest, prediction);
    this.onshown(prediction);
    if (start && to && "card" in prediction && prediction.card !== null) void this.#glide(prediction.card, start, to);
    return pending;
  }

  /** The server has said no to a move: if it is still shown, everything is as it was. */
  revert(refused: Pending): void {
    if (this.pending !== refused) return;
    this.pending = null;
    this.finish();
  }

  /** Shows the newest scene at once; what flies has landed. */
  finish(): void {
    this.#generation++;
    this.#queue = [];
    this.#busy = false;
    this.flightLayer.drop();
    this.#shownEarly = this.pending?.prediction ?? null;
    this.shown = this.#withPrediction(this.newest);
  }

  /** The same table, with somebody come or gone, or seen from another place. */
  #updateSeats(scene: Scene): void {
    if (this.#busy && this.shown.own === scene.own) this.shown = { ...this.shown, seats: scene.seats };
    else this.finish();
  }

  #withPrediction(scene: Scene): Scene {
    return this.pending?.prediction ? sceneAfter(scene, this.pending.prediction) : scene;
  }

  async #showQueue(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    const generation = this.#generation;
    for (let scene = this.#queue.shift(); scene; scene = this.#queue.shift()) {
      await this.#showScene(scene);
      if (generation !== this.#generation) return;
    }
    this.#busy = false;
  }

  async #showScene(scene: Scene): Promise<void> {
    const generation = this.#generation;
    for (const event of scene.happened ?? []) {
      if (breaksSequence(event)) break;
      if (this.#shownEarly && confirms(this.#shownEarly, event)) {
        this.#shownEarly = null; // it is shown already
        continue;
      }
      await this.#showEvent(event);
      if (generation !== this.#generation) return;
    }
    this.shown = this.#withPrediction(scene);
  }

  async #showEvent(event: TableEvent): Promise<void> {
    const generation = this.#generation;
    const duration = durationOf(settings.speed) / (1 + this.#queue.length / 2); // who lags behind hurries
    if (duration && event.type === "drew" && event.seat === this.shown.own) return this.#draw(event, duration);
    const flyers = duration ? this.flightLayer.flyersOf(flightsOf(event, this.shown), duration) : [];
    if (flyers.length) {
      this.shown = departed(this.shown, event);
      await this.flightLayer.fly(flyers);
      if (generation !== this.#generation) return;
      this.shown = arrived(this.shown, event);
    } else this.shown = sceneAfter(this.shown, event);
    this.onshown(event);
    const places = flyers.length ? [] : placesTouched(event, this.shown);
    if (!places.length) return;
    await this.flightLayer.point(event, places, duration > 0);
    if (duration) await new Promise((resolve) => setTimeout(resolve, duration / 3));
  }

  /** Cards that come into one's own hand, each to its place among the others. */
  async #draw(drew: Drew, duration: number): Promise<void> {
    const generation = this.#generation;
    const before = this.shown.hand;
    const start = this.flightLayer.cardRectAt("draw");
    this.shown = sceneAfter(this.shown, drew);
    this.onshown(drew);
    await tick();
    if (!start || generation !== this.#generation) return;
    const { hand } = this.shown;
    const places = added(before, hand).map((position) => ({ place: `h${position}`, card: hand[position]! }));
    await this.flightLayer.arrive(start, places, duration);
  }

  async #glide(card: number, start: Rect, to: Place): Promise<void> {
    const generation = this.#generation;
    const duration = Math.min(durationOf(settings.speed), QUICKEST);
    await tick();
    if (duration && generation === this.#generation) await this.flightLayer.arrive(start, [{ place: to, card }], duration);
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
