/**
 * The scene that a board shows at each moment. Scenes arrive at any time; the stage shows their events one after the
 * other at the player's pace, each with its cards in flight, and the player's own move before the server has answered.
 * The player never has to wait: `finish` shows the newest scene at once.
 */
import { tick } from "svelte";

import type { Drew } from "../../generated/protocol";
import type { TableEvent } from "../../net/events";
import { settings, type Pace } from "../../services/settings.svelte";
import { parseMove } from "../model/move-notation";
import { placeOfSource, placeOfTarget, type Place } from "../model/places";
import type { Scene } from "../model/scene";
import { FlightLayerState } from "./flight-layer.svelte";
import { dealtCards, flightsOf, placesTouched } from "./flights";
import type { Rect } from "./geometry";
import { cardsFly, dealTime, Round, type Beat } from "./pace";
import { arrived, breaksSequence, confirms, departed, predictedEvent, sceneAfter } from "./transitions";

/** The most that anything of the player's own takes: the next card waits for it. */
const OWN_TIME = 220; // ms
/** Delay between the cards of a deal, as a part of the flight's duration. */
const DEALING = 0.15;

/** A move that is shown but not answered yet. */
export interface Pending {
  move: string;
  /** The first event that the move will cause; null if it cannot be predicted. */
  prediction: TableEvent | null;
  /** The place where its card is shown. */
  places: Place[];
}

export class Stage {
  readonly flightLayer = new FlightLayerState();
  /** The newest scene from the server. */
  newest: Scene;
  /** The scene on the board. */
  shown: Scene;
  pending = $state.raw<Pending | null>(null);
  /** Whether a move was made that the board does not show yet. */
  isBehind = $derived.by(() => movedOn(this.shown, this.newest));
  /** Called when the board begins to show a scene, or skips it. */
  onscene: (scene: Scene) => void = () => {};
  /** Called when the board has shown an event, or begins to take a complete run away. */
  onshown: (event: TableEvent) => void = () => {};
  /** Called when the board shows the newest scene. */
  oncaughtup: () => void = () => {};

  #queue: Scene[] = [];
  #busy = false;
  #round = new Round();
  /** Events of the scene that is being shown which are still to come. */
  #rest: readonly TableEvent[] = [];
  /** The predicted event that the board shows before the server has reported it. */
  #shownEarly: TableEvent | null = null;
  /** Rises whenever flights are cut short. Code that awaited a flight compares it and stops. */
  #generation = 0;

  constructor(
    scene: Scene,
    readonly pace: () => Pace = () => settings.pace,
  ) {
    this.newest = $state.raw(scene);
    this.shown = $state.raw(scene);
  }

  receive(scene: Scene): void {
    const before = this.newest;
    if (scene === before) return;
    this.newest = scene;
    if (movedOn(before, scene)) this.pending = null;
    if (scene.version === before.version && scene.game.number === before.game.number) return this.#updateSeats(scene);
    if (scene.version > before.version) this.#queue.push(scene);
    if (document.visibilityState === "hidden") this.finish();
    else if (follows(before, scene)) void this.#showQueue();
    else {
      this.#skip();
      void this.begin();
    }
  }

  /** Begins with the newest scene: if its cards have just been dealt, they are seen to fly to where they lie. */
  async begin(): Promise<void> {
    const generation = this.#generation;
    const time = dealTime(this.pace());
    if (time && this.newest.happened?.some(({ type }) => type === "dealt")) {
      this.#busy = true;
      await tick();
      if (generation === this.#generation) await this.#deal(time);
      if (generation !== this.#generation) return;
      this.#busy = false;
    }
    void this.#showQueue();
  }

  /** Shows a deal, above the board that has its cards already. Any press or key ends it: the player may act at once. */
  async #deal(time: number): Promise<void> {
    const start = this.flightLayer.cardRectAt("draw");
    if (!start) return;
    const over = new AbortController();
    const { signal } = over;
    for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => this.finish(), { signal });
    await this.flightLayer.arrive(start, dealtCards(this.shown), time, DEALING);
    over.abort();
  }

  /** Shows a move before the server has answered it. A card that was dragged needs no flight. */
  showMove(move: string, carried: boolean): Pending {
    this.finish();
    this.#round.awaitOthers(this.pace());
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

  /** Reverts a refused move if it is still shown. */
  revert(refused: Pending): void {
    if (this.pending !== refused) return;
    this.pending = null;
    this.finish();
  }

  /** Shows the newest scene at once and ends all flights. */
  finish(): void {
    if (this.#skip()) this.oncaughtup();
  }

  /** Does what `finish` does, and returns whether anything was still to be shown. */
  #skip(): boolean {
    const skipped = this.#queue.splice(0);
    const wasBusy = this.#busy || skipped.length > 0;
    this.#generation++;
    this.#busy = false;
    this.#round.pause();
    this.flightLayer.drop();
    this.#shownEarly = this.pending?.prediction ?? null;
    this.shown = this.#withPrediction(this.newest);
    for (const scene of skipped) this.onscene(scene);
    return wasBusy;
  }

  /** Handles a scene of the same version: a player came or went, or the view is from another seat. */
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
    this.#round.resume(this.pace());
    const generation = this.#generation;
    for (const event of this.#waiting()) {
      if (this.#round.isOver()) return this.finish();
      const { flies, time } = this.#beatOf(event);
      const flyers = flies && !this.#isOwnDraw(event) ? this.flightLayer.flyersOf(flightsOf(event, this.shown), time) : [];
      if (event.type === "completed") this.onshown(event);
      // From a landing to the next departure nothing is awaited, so that the board is laid out once for both
      if (flyers.length) {
        this.shown = departed(this.shown, event);
        await this.flightLayer.fly(flyers);
        if (generation !== this.#generation) return;
        this.flightLayer.drop();
        this.shown = arrived(this.shown, event);
        if (event.type !== "completed") this.onshown(event);
      } else {
        const showing = this.#showInPlace(event, flies, time);
        if (showing) await showing;
        if (generation !== this.#generation) return;
      }
    }
    this.#busy = false;
    this.#round.pause();
    this.oncaughtup();
  }

  /** The events that wait to be shown, scene by scene. */
  *#waiting(): Generator<TableEvent> {
    for (let scene = this.#queue.shift(); scene; scene = this.#queue.shift()) {
      const happened = scene.happened ?? [];
      this.onscene(scene);
      for (const [at, event] of happened.entries()) {
        if (breaksSequence(event)) break;
        this.#rest = happened.slice(at);
        if (this.#shownEarly && confirms(this.#shownEarly, event)) this.#shownEarly = null;
        else yield event;
      }
      this.shown = this.#withPrediction(scene);
    }
  }

  /** Shows an event without cards that fly from place to place. Returns what the next one waits for, if there is anything to see. */
  #showInPlace(event: TableEvent, flies: boolean, time: number): Promise<void> | null {
    if (flies && this.#isOwnDraw(event)) return this.#draw(event, time);
    this.shown = sceneAfter(this.shown, event);
    if (event.type !== "completed") this.onshown(event);
    const places = placesTouched(event, this.shown);
    return places.length ? this.#point(event, places, flies, time) : null;
  }

  async #point(event: TableEvent, places: Place[], flies: boolean, time: number): Promise<void> {
    await this.flightLayer.point(event, places, flies);
    if (time) await new Promise((resolve) => setTimeout(resolve, time));
  }

  #isOwnDraw(event: TableEvent): event is Drew {
    return event.type === "drew" && event.seat === this.shown.own;
  }

  #beatOf(event: TableEvent): Beat {
    const waiting = [...this.#rest, ...this.#queue.flatMap((scene) => scene.happened ?? [])];
    const seen = waiting.filter((each) => placesTouched(each, this.shown).length > 0);
    const { time, flies } = this.#round.beat(this.pace(), seen.length);
    return { time: "seat" in event && event.seat === this.shown.own ? Math.min(time, OWN_TIME) : time, flies };
  }

  /** Shows cards that the player draws, each flying to its position in the hand. */
  async #draw(drew: Drew, time: number): Promise<void> {
    const generation = this.#generation;
    const before = this.shown.hand;
    const start = this.flightLayer.cardRectAt("draw");
    this.shown = sceneAfter(this.shown, drew);
    this.onshown(drew);
    await tick();
    if (!start || generation !== this.#generation) return;
    const { hand } = this.shown;
    const places = added(before, hand).map((position) => ({ place: `h${position}`, card: hand[position]! }));
    await this.flightLayer.arrive(start, places, time);
  }

  async #glide(card: number, start: Rect, to: Place): Promise<void> {
    const generation = this.#generation;
    await tick();
    if (cardsFly() && generation === this.#generation) await this.flightLayer.arrive(start, [{ place: to, card }], OWN_TIME);
  }
}

/** Whether the events of a scene lead to it from the scene before. */
function follows(before: Scene, scene: Scene): boolean {
  if (scene.happened === null || scene.own !== before.own) return false;
  return scene.version > before.version && scene.game.number === before.game.number;
}

/** Whether a move was made or undone between two scenes. */
function movedOn(before: Scene, scene: Scene): boolean {
  return scene.game.moves !== before.game.moves || scene.game.number !== before.game.number;
}

/** The positions of the new cards in a hand; of equal cards, the last. */
export function added(before: readonly number[], hand: readonly number[]): number[] {
  const old = [...before];
  return hand.flatMap((card, position) => {
    const at = old.indexOf(card);
    if (at < 0) return [position];
    old.splice(at, 1);
    return [];
  });
}
