/**
 * Choosing and playing, by whatever hand: what is pressed, dropped or typed becomes a move of the server's list. Only
 * that list decides what can be chosen and where it can go.
 */
import { tick, untrack } from "svelte";

import { pileNames } from "../catalogue/editions";
import type { Done, Refusal } from "../generated/protocol";
import { t, type PileNames } from "../i18n/i18n.svelte";
import type { TableEvent } from "../net/events";
import { refusalText } from "../net/refusals";
import { announcer } from "../services/announcer.svelte";
import { settings } from "../services/settings.svelte";
import { BoardFocus } from "./input/focus.svelte";
import type { BoardState, Mark } from "./model/board-context";
import { parseMove, type Move } from "./model/move-notation";
import { cardAt, onlyWay, placeOfSource, placesOfMove, sourceAt, targetAt, type Place } from "./model/places";
import type { Scene } from "./model/scene";
import { Stage, type Pending } from "./motion/stage.svelte";
import { soundOf, sounds } from "./sound/sounds";
import { announceEvents, readerOf } from "./speech/event-speech";
import { choiceLabel, placeLabel } from "./speech/place-labels";
import type { Question } from "./speech/questions";

/** What becomes of a move: the server's answer; or false, and it is taken back without a word. */
export type MoveResult = Done | Refusal | boolean | void;

export interface BoardProps {
  scene: Scene;
  /** Makes a legal move; without it the board is only looked at. */
  onmove?: (move: string) => MoveResult | Promise<MoveResult>;
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
export interface OpenPopover {
  seat: number;
  anchor: HTMLElement;
}

/** A card that is carried by a pointer. */
export interface Carried {
  card: number | null;
  x: number;
  y: number;
  width: number;
}

const DOUBLE_TAP = 400; // ms between the two presses of a double tap
const MESSAGE_STAYS = 4_000;
const HISTORY = 60; // happenings, for who asks what was last

export class BoardController implements BoardState {
  readonly stage: Stage;
  readonly focus: BoardFocus;
  /** Where a card was taken from, until it goes or is let go. */
  chosen = $state.raw<Chosen | null>(null);
  carried = $state.raw<Carried | null>(null);
  /** The target that it would land on. */
  over = $state<Place | null>(null);
  /** A discard that waits to be confirmed. */
  unconfirmed = $state.raw<Move | null>(null);
  /** A word to the player, for a while. */
  message = $state<string | null>(null);
  /** Whether the list of shortcuts is open. */
  helpOpen = $state(false);
  /** Whose piles are spread out. */
  popover = $state.raw<OpenPopover | null>(null);

  #props: () => BoardProps;
  #legal = $derived.by(() => this.stage.newest.legal.map(parseMove));
  #lifted = $derived(this.carried !== null); // so that a place need not look up at every step of a card
  #pressed = { place: "", at: -Infinity };
  #byKey = false;
  #history: TableEvent[] = [];
  #messageTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(props: () => BoardProps) {
    this.#props = props;
    this.stage = new Stage(props().scene);
    this.stage.onshown = (event) => this.#playSound(event);
    this.focus = new BoardFocus(() => this.scene);
  }

  /** What the board shows, perhaps behind what the server has said. */
  get scene(): Scene {
    return this.stage.shown;
  }

  get names(): PileNames {
    return pileNames(this.scene.edition);
  }

  /** The first scene: what has led to it, or at least whose turn it is. */
  begin(): void {
    const scene = this.stage.newest;
    if (scene.happened !== null) this.#announce(scene);
    else if (this.legal.length && scene.game.turn === scene.own) announcer.sayNow(t("Your turn."));
  }

  /** What can be done, by the newest word of the server. */
  get legal(): readonly Move[] {
    return this.#props().onmove && !this.stage.pending ? this.#legal : [];
  }

  receive(scene: Scene): void {
    if (scene.version > this.stage.newest.version) this.#announce(scene);
    this.stage.receive(scene);
    const { chosen, unconfirmed } = this;
    if (unconfirmed && !this.legal.some((move) => move.text === unconfirmed.text)) this.unconfirmed = null;
    if (chosen && (!this.movesOf(chosen.source).length || sourceAt(this.scene, chosen.place) !== chosen.source)) this.letGo();
  }

  movesOf(source: string): Move[] {
    return this.legal.filter((move) => move.source === source);
  }

  canTake(place: Place): boolean {
    if (place === "draw") return this.cardlessMove("draw") !== null;
    const source = sourceAt(this.scene, place);
    return source !== null && this.movesOf(source).length > 0;
  }

  /** Whether what is chosen can go there. */
  canReach(place: Place): boolean {
    return this.#moveTo(place) !== null;
  }

  /** A move that is a word, such as `pass`. */
  cardlessMove(word: string): Move | null {
    return this.legal.find((move) => move.source === word && move.target === null) ?? null;
  }

  marks(place: Place): Mark[] {
    const { pending } = this.stage;
    const { hint } = this.#props();
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
    return placeLabel(this.scene, place, this.names, this.marks(place), plays);
  }

  tabindex(place: Place): 0 | -1 {
    return this.focus.tabindex(place);
  }

  /** A place is pressed, by a pointer or by a key. Two quick presses send a card that can go only one way. */
  press(pressed: Place, byKey: boolean): void {
    const place = this.#catchUp(pressed);
    const again = this.#pressed.place === place && (byKey || performance.now() - this.#pressed.at < DOUBLE_TAP);
    this.#pressed = { place, at: performance.now() };
    this.#byKey = byKey;
    const move = this.#moveTo(place) ?? (place === "draw" ? this.cardlessMove("draw") : null);
    if (move) this.make(move);
    else if (this.chosen?.place === place) this.#pressAgain(again);
    else if (this.canTake(place)) this.choose(place);
    else this.#explainRefusal(place);
  }

  openPopover(seat: number, anchor: HTMLElement): void {
    this.popover = { seat, anchor };
  }

  choose(place: Place): void {
    const source = sourceAt(this.scene, place);
    if (source === null || !this.movesOf(source).length) return this.#explainRefusal(place);
    this.message = null;
    this.unconfirmed = null;
    this.chosen = { place, source };
    announcer.say(choiceLabel(this.scene, place, this.movesOf(source), this.names));
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
    this.message = null;
    const pending = this.stage.showMove(move.text, carried);
    void this.#restoreFocus(place);
    void this.#awaitAnswer(pending);
  }

  confirm(): void {
    if (this.unconfirmed) this.make(this.unconfirmed);
  }

  /** Keeps the card that was to be discarded. */
  keep(): void {
    const { place } = this.chosen ?? {};
    this.letGo();
    void this.#restoreFocus(place);
  }

  /** The keyboard goes on where it took a card from; nobody's focus is lost with a button that goes. */
  async #restoreFocus(place: Place | undefined): Promise<void> {
    await tick();
    if (this.#byKey || document.activeElement === document.body) this.focus.moveTo(place ?? `${this.scene.own}s`);
  }

  undo(): void {
    this.#props().onundo?.();
  }

  hint(): void {
    this.#props().onhint?.();
  }

  /** Answers a question about the table, for ears and eyes. */
  async ask(question: Question): Promise<void> {
    const { answer } = await import("./speech/answers");
    const text = answer(question, this.stage.newest, this.names, this.#lastTurn(), readerOf(this.stage.newest));
    this.#display(text);
    announcer.say(text);
  }

  /** A word to the player, at once. */
  showMessage(text: string): void {
    this.#display(text);
    announcer.sayNow(text);
  }

  #display(text: string): void {
    this.message = text;
    clearTimeout(this.#messageTimer);
    this.#messageTimer = setTimeout(() => (this.message = null), MESSAGE_STAYS + text.length * 50);
  }

  async #awaitAnswer(pending: Pending): Promise<void> {
    const result = await this.#props().onmove?.(pending.move);
    const refused = typeof result === "object" && result.type === "refused";
    if (result !== false && !refused) return;
    this.stage.revert(pending);
    sounds.play("refused");
    if (refused) this.showMessage(await refusalText(result.code, this.scene.edition));
  }

  /** Who acts waits for no flight. What was pressed is found again in the newest scene: a hand may have changed. */
  #catchUp(place: Place): Place {
    const source = sourceAt(this.scene, place);
    this.stage.finish();
    if (source === null || sourceAt(this.scene, place) === source) return place;
    return placeOfSource(this.scene, source) ?? place;
  }

  #pressAgain(quickly: boolean): void {
    const move = onlyWay(this.scene, this.movesOf(this.chosen!.source));
    if (quickly && move) this.make(move);
    else if (quickly) this.showMessage(t("It can go to several places: choose one."));
    else this.letGo();
  }

  #moveTo(place: Place): Move | null {
    const target = targetAt(this.scene, place);
    const { chosen } = this;
    return this.legal.find((move) => chosen && target && move.source === chosen.source && move.target === target) ?? null;
  }

  #explainRefusal(place: Place): void {
    const hadChosen = this.chosen !== null;
    this.letGo();
    const reason = this.#refusalReason(place, hadChosen);
    if (reason) this.showMessage(reason);
  }

  #refusalReason(place: Place, hadChosen: boolean): string | null {
    const { game, own } = this.stage.newest;
    if (!this.#props().onmove || own === null || this.stage.pending) return null;
    if (game.outcome) return t("The game is over.");
    if (!this.legal.length) return t("It is somebody else's turn.");
    if (hadChosen) return t("This card cannot go there now.");
    if (place.startsWith("b")) return t("Choose a card first, then where it goes.");
    return cardAt(this.scene, place) === null ? t("No card lies here.") : t("This card cannot be played now.");
  }

  #announce(scene: Scene): void {
    const plays = this.#props().onmove !== undefined;
    announceEvents(scene, plays);
    this.#history = [...this.#history, ...(scene.happened ?? [])].slice(-HISTORY);
    if (includesEvent(scene, "dealt")) sounds.play("shuffled");
    if (plays && includesEvent(scene, "turn_began", scene.own)) sounds.play("turn");
  }

  #playSound(event: TableEvent): void {
    const sound = soundOf(event, this.scene.own);
    if (sound) sounds.play(sound);
  }

  /** What happened since the last turn of another began. */
  #lastTurn(): TableEvent[] {
    const { own } = this.stage.newest;
    const begun = this.#history.map((each) => each.type === "turn_began" && each.seat !== own).lastIndexOf(true);
    return this.#history.slice(Math.max(begun, 0));
  }
}

/** Chooses and plays on a board for as long as it is there. */
export function useController(props: () => BoardProps): BoardController {
  const controller = new BoardController(props);
  $effect(() => untrack(() => controller.begin()));
  $effect.pre(() => {
    const { scene } = props();
    untrack(() => controller.receive(scene));
  });
  return controller;
}

/** Whether something happened before a scene; with a seat, to that one. */
function includesEvent({ happened }: Scene, type: TableEvent["type"], seat?: number | null): boolean {
  return happened?.some((each) => each.type === type && (seat === undefined || ("seat" in each && each.seat === seat))) ?? false;
}
