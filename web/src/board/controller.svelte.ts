/**
 * Choosing and playing, by whatever hand: what is pressed, dropped or typed becomes a move of the server's list. Only
 * that list decides what can be chosen and where it can go.
 */
import { tick, untrack } from "svelte";

import { namesOf } from "../catalogue/editions";
import type { Done, Happening, Refusal } from "../generated/protocol";
import { t, type Names } from "../i18n/i18n.svelte";
import { whyRefused } from "../net/refusals";
import { announcer } from "../services/announcer.svelte";
import { settings } from "../services/settings.svelte";
import { Focus } from "./input/focus.svelte";
import type { BoardState, Mark } from "./model/board-context";
import { parseMove, type Move } from "./model/move-notation";
import { cardAt, onlyWay, placeOfSource, placesOfMove, sourceAt, targetAt, type Place } from "./model/places";
import type { Scene } from "./model/scene";
import { Stage, type Pending } from "./motion/stage.svelte";
import { soundOf, sounds } from "./sound/sounds";
import { listen, listenerOf } from "./speech/event-speech";
import { spoken, spokenChoice } from "./speech/place-labels";
import type { Question } from "./speech/questions";

/** What becomes of a move: the server's answer; or false, and it is taken back without a word. */
export type Settled = Done | Refusal | boolean | void;

export interface Given {
  scene: Scene;
  /** Makes a legal move; without it the board is only looked at. */
  onmove?: (move: string) => Settled | Promise<Settled>;
  /** A move to point at. */
  hint?: string | null;
  /** Takes one's last move back. */
  onundo?: () => void;
  /** Asks for a hint. */
  onhint?: () => void;
}

interface Chosen {
  place: Place;
  source: string;
}

/** A seat whose piles are spread out, beside what was pressed for it. */
export interface Peeked {
  seat: number;
  by: HTMLElement;
}

/** A card that is carried by a pointer. */
export interface Carried {
  card: number | null;
  x: number;
  y: number;
  width: number;
}

const QUICK = 400; // ms between the two presses of a double tap
const NOTE_STAYS = 4_000;
const REMEMBERED = 60; // happenings, for who asks what was last

export class Playing implements BoardState {
  readonly stage: Stage;
  readonly focus: Focus;
  /** Where a card was taken from, until it goes or is let go. */
  chosen = $state.raw<Chosen | null>(null);
  carried = $state.raw<Carried | null>(null);
  /** The target that it would land on. */
  over = $state<Place | null>(null);
  /** A discard that waits to be confirmed. */
  unconfirmed = $state.raw<Move | null>(null);
  /** A word to the player, for a while. */
  note = $state<string | null>(null);
  /** Whether the list of shortcuts is open. */
  helping = $state(false);
  /** Whose piles are spread out. */
  peeked = $state.raw<Peeked | null>(null);

  #given: () => Given;
  #legal = $derived.by(() => this.stage.newest.legal.map(parseMove));
  #lifted = $derived(this.carried !== null); // so that a place need not look up at every step of a card
  #pressed = { place: "", at: -Infinity };
  #byKey = false;
  #past: Happening[] = [];
  #noteClock: ReturnType<typeof setTimeout> | undefined;

  constructor(given: () => Given) {
    this.#given = given;
    this.stage = new Stage(given().scene);
    this.stage.onseen = (happening) => this.#hear(happening);
    this.focus = new Focus(() => this.scene);
  }

  /** What the board shows, perhaps behind what the server has said. */
  get scene(): Scene {
    return this.stage.shown;
  }

  get names(): Names {
    return namesOf(this.scene.edition);
  }

  /** The first scene: what has led to it, or at least whose turn it is. */
  begin(): void {
    const scene = this.stage.newest;
    if (scene.happened !== null) this.#hearNews(scene);
    else if (this.legal.length && scene.game.turn === scene.own) announcer.call(t("Your turn."));
  }

  /** What can be done, by the newest word of the server. */
  get legal(): readonly Move[] {
    return this.#given().onmove && !this.stage.pending ? this.#legal : [];
  }

  take(scene: Scene): void {
    if (scene.version > this.stage.newest.version) this.#hearNews(scene);
    this.stage.take(scene);
    const { chosen, unconfirmed } = this;
    if (unconfirmed && !this.legal.some((move) => move.text === unconfirmed.text)) this.unconfirmed = null;
    if (chosen && (!this.movesOf(chosen.source).length || sourceAt(this.scene, chosen.place) !== chosen.source)) this.letGo();
  }

  movesOf(source: string): Move[] {
    return this.legal.filter((move) => move.source === source);
  }

  canTake(place: Place): boolean {
    if (place === "draw") return this.word("draw") !== null;
    const source = sourceAt(this.scene, place);
    return source !== null && this.movesOf(source).length > 0;
  }

  /** Whether what is chosen can go there. */
  canReach(place: Place): boolean {
    return this.#moveTo(place) !== null;
  }

  /** A move that is a word, such as `pass`. */
  word(word: string): Move | null {
    return this.legal.find((move) => move.source === word && move.target === null) ?? null;
  }

  marks(place: Place): Mark[] {
    const { pending } = this.stage;
    const { hint } = this.#given();
    const marks: Mark[] = [];
    if (this.chosen?.place === place) marks.push("chosen");
    else if (this.canTake(place)) marks.push("can");
    if (this.#lifted && this.chosen?.place === place) marks.push("lifted");
    if (this.canReach(place)) marks.push("target");
    if (this.over === place) marks.push("over");
    if (hint && !pending && placesOfMove(this.scene, hint).includes(place)) marks.push("hinted");
    if (pending?.places.includes(place)) marks.push("pending");
    return marks;
  }

  label(place: Place): string {
    const source = sourceAt(this.scene, place);
    const plays = source !== null && this.movesOf(source).some((move) => move.target?.startsWith("b"));
    return spoken(this.scene, place, this.names, this.marks(place), plays);
  }

  tabindex(place: Place): 0 | -1 {
    return this.focus.tabindex(place);
  }

  /** A place is pressed, by a pointer or by a key. Two quick presses send a card that can go only one way. */
  press(pressed: Place, byKey: boolean): void {
    const place = this.#catchUp(pressed);
    const again = this.#pressed.place === place && (byKey || performance.now() - this.#pressed.at < QUICK);
    this.#pressed = { place, at: performance.now() };
    this.#byKey = byKey;
    const move = this.#moveTo(place) ?? (place === "draw" ? this.word("draw") : null);
    if (move) this.make(move);
    else if (this.chosen?.place === place) this.#pressAgain(again);
    else if (this.canTake(place)) this.choose(place);
    else this.#sayWhyNot(place);
  }

  peek(seat: number, by: HTMLElement): void {
    this.peeked = { seat, by };
  }

  choose(place: Place): void {
    const source = sourceAt(this.scene, place);
    if (source === null || !this.movesOf(source).length) return this.#sayWhyNot(place);
    this.note = null;
    this.unconfirmed = null;
    this.chosen = { place, source };
    announcer.say(spokenChoice(this.scene, place, this.movesOf(source), this.names));
  }

  letGo(): void {
    this.chosen = null;
    this.unconfirmed = null;
    this.#putDown();
    this.#pressed = { place: "", at: -Infinity };
  }

  /** A card is taken up to be carried. */
  lift(place: Place): void {
    this.choose(this.#catchUp(place));
  }

  /** A card that was carried is let fall. Elsewhere than on a target it goes back. */
  drop(place: Place | null): void {
    const move = place === null ? null : this.#moveTo(place);
    this.#byKey = false;
    if (move) this.make(move, true);
    else this.letGo();
  }

  #putDown(): void {
    this.carried = null;
    this.over = null;
  }

  /** Makes a move, or asks first where the player wants that. */
  make(move: Move, carried = false): void {
    if (settings.confirmDiscard && move.target?.startsWith("d") && this.unconfirmed?.text !== move.text) {
      this.#putDown();
      this.unconfirmed = move;
      return;
    }
    const { place } = this.chosen ?? {};
    this.letGo();
    this.note = null;
    const pending = this.stage.promise(move.text, carried);
    void this.#goBack(place);
    void this.#settle(pending);
  }

  confirm(): void {
    if (this.unconfirmed) this.make(this.unconfirmed);
  }

  /** Keeps the card that was to be discarded. */
  keep(): void {
    const { place } = this.chosen ?? {};
    this.letGo();
    void this.#goBack(place);
  }

  /** The keyboard goes on where it took a card from; nobody's focus is lost with a button that goes. */
  async #goBack(place: Place | undefined): Promise<void> {
    await tick();
    if (this.#byKey || document.activeElement === document.body) this.focus.go(place ?? `${this.scene.own}s`);
  }

  undo(): void {
    this.#given().onundo?.();
  }

  hint(): void {
    this.#given().onhint?.();
  }

  /** Answers a question about the table, for ears and eyes. */
  async ask(question: Question): Promise<void> {
    const { answer } = await import("./speech/answers");
    const text = answer(question, this.stage.newest, this.names, this.#lastTurn(), listenerOf(this.stage.newest));
    this.#show(text);
    announcer.say(text);
  }

  /** A word to the player, at once. */
  tell(text: string): void {
    this.#show(text);
    announcer.call(text);
  }

  #show(text: string): void {
    this.note = text;
    clearTimeout(this.#noteClock);
    this.#noteClock = setTimeout(() => (this.note = null), NOTE_STAYS + text.length * 50);
  }

  async #settle(pending: Pending): Promise<void> {
    const said = await this.#given().onmove?.(pending.move);
    const refused = typeof said === "object" && said.type === "refused";
    if (said !== false && !refused) return;
    this.stage.takeBack(pending);
    sounds.play("refused");
    if (refused) this.tell(await whyRefused(said.code, this.scene.edition));
  }

  /** Who acts waits for no flight. What was pressed is found again in the newest scene: a hand may have changed. */
  #catchUp(place: Place): Place {
    const source = sourceAt(this.scene, place);
    this.stage.finish();
    if (source === null || sourceAt(this.scene, place) === source) return place;
    return placeOfSource(this.scene, source) ?? place;
  }

  #pressAgain(quickly: boolean): void {
    const way = onlyWay(this.scene, this.movesOf(this.chosen!.source));
    if (quickly && way) this.make(way);
    else if (quickly) this.tell(t("It can go to several places: choose one."));
    else this.letGo();
  }

  #moveTo(place: Place): Move | null {
    const target = targetAt(this.scene, place);
    const { chosen } = this;
    return this.legal.find((move) => chosen && target && move.source === chosen.source && move.target === target) ?? null;
  }

  #sayWhyNot(place: Place): void {
    const had = this.chosen !== null;
    this.letGo();
    const why = this.#whyNot(place, had);
    if (why) this.tell(why);
  }

  #whyNot(place: Place, had: boolean): string | null {
    const { game, own } = this.stage.newest;
    if (!this.#given().onmove || own === null || this.stage.pending) return null;
    if (game.outcome) return t("The game is over.");
    if (!this.legal.length) return t("It is somebody else's turn.");
    if (had) return t("This card cannot go there now.");
    if (place.startsWith("b")) return t("Choose a card first, then where it goes.");
    return cardAt(this.scene, place) === null ? t("No card lies here.") : t("This card cannot be played now.");
  }

  #hearNews(scene: Scene): void {
    const plays = this.#given().onmove !== undefined;
    listen(scene, plays);
    this.#past = [...this.#past, ...(scene.happened ?? [])].slice(-REMEMBERED);
    if (tells(scene, "dealt")) sounds.play("shuffled");
    if (plays && tells(scene, "turn_began", scene.own)) sounds.play("turn");
  }

  #hear(happening: Happening): void {
    const sound = soundOf(happening, this.scene.own);
    if (sound) sounds.play(sound);
  }

  /** What happened since the last turn of another began. */
  #lastTurn(): Happening[] {
    const { own } = this.stage.newest;
    const begun = this.#past.map((each) => each.type === "turn_began" && each.seat !== own).lastIndexOf(true);
    return this.#past.slice(Math.max(begun, 0));
  }
}

/** Chooses and plays on a board for as long as it is there. */
export function usePlaying(given: () => Given): Playing {
  const playing = new Playing(given);
  $effect(() => untrack(() => playing.begin()));
  $effect.pre(() => {
    const { scene } = given();
    untrack(() => playing.take(scene));
  });
  return playing;
}

/** Whether something happened before a scene; with a seat, to that one. */
function tells({ happened }: Scene, type: Happening["type"], seat?: number | null): boolean {
  return happened?.some((each) => each.type === type && (seat === undefined || ("seat" in each && each.seat === seat))) ?? false;
}
