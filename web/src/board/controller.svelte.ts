/**
 * The controller of a board: turns presses, drops and keys into moves. The server's list of legal moves alone decides
 * what can be chosen and where it can go.
 */
import { tick, untrack } from "svelte";

import { pileNames } from "../catalogue/editions";
import type { Done, Refusal } from "../generated/protocol";
import { t } from "../i18n/i18n.svelte";
import type { PileNames } from "../i18n/term";
import type { TableEvent } from "../net/events";
import { refusalText } from "../net/refusals";
import { announcer } from "../services/announcer.svelte";
import { settings, type Pace } from "../services/settings.svelte";
import { BoardFocus } from "./input/focus.svelte";
import type { BoardState, Mark } from "./model/board-context";
import { parseMove, type Move } from "./model/move-notation";
import { cardAt, onlyWay, placeOfSource, seatOf, sourceAt, targetAt, type Place } from "./model/places";
import type { Scene } from "./model/scene";
import { Stage, type Pending } from "./motion/stage.svelte";
import { sounds } from "./sound/sounds";
import { placeLabel } from "./speech/place-labels";
import type { Question } from "./speech/questions";

/** The result of a move: the server's answer, or false, which reverts it without a message. */
export type MoveResult = Done | Refusal | boolean | void;

export interface BoardProps {
  scene: Scene;
  /** Makes a legal move. Without it the board is read-only. */
  onmove?: (move: string) => MoveResult | Promise<MoveResult>;
  /** The places where the move of a hint starts and ends. */
  hint?: readonly Place[] | null;
  /** Undoes the player's last move. */
  onundo?: () => void;
  /** Asks for a hint. */
  onhint?: () => void;
  /** Called when the board shows another scene, which may be older than `scene`. */
  onshow?: (shown: Scene) => void;
  /** How fast the board shows what others do, if not as the settings say. */
  pace?: Pace;
}

interface Chosen {
  place: Place;
  source: string;
}

/** What a popover shows beside the button that opened it: the piles of a seat or, for null, the count of all cards. */
export interface OpenPopover {
  seat: number | null;
  anchor: HTMLElement;
  /** A press or key opens it until another; one that `rests` there or a long press does not take the focus. */
  by: "opened" | "rests" | "pressed";
}

/** A card that the pointer drags. */
export interface Carried {
  card: number | null;
  x: number;
  y: number;
  width: number;
}

const DOUBLE_TAP = 400; // ms, the longest time between the two presses
const MESSAGE_STAYS = 4_000;
const HISTORY = 60; // events kept for the question about the last turn

export class BoardController implements BoardState {
  readonly stage: Stage;
  readonly focus: BoardFocus;
  /** The chosen card's place, until the card is played or released. */
  chosen = $state.raw<Chosen | null>(null);
  carried = $state.raw<Carried | null>(null);
  /** The target under the dragged card. */
  over = $state<Place | null>(null);
  /** A discard that the player must confirm. */
  unconfirmed = $state.raw<Move | null>(null);
  /** A short message to the player. */
  message = $state<string | null>(null);
  /** Whether the list of keyboard shortcuts is open. */
  helpOpen = $state(false);
  /** The open popover, if any. */
  popover = $state.raw<OpenPopover | null>(null);

  readonly names: PileNames = $derived.by(() => pileNames(this.scene.edition));

  #props: () => BoardProps;
  #legal = $derived.by(() => this.stage.newest.legal.map(parseMove));
  #lifted = $derived(this.carried !== null); // not at every step of a drag, to spare the places updates
  #pressed = { place: "", at: -Infinity };
  #byKey = false;
  /** The source of the player's last move and, if they have taken that back, once more. */
  #played: string | null = null;
  #takenBack: string | null = null;
  /** The event that is marked when the board has shown everything. */
  #last: TableEvent | null = null;
  #history: TableEvent[] = [];
  #messageTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(props: () => BoardProps) {
    this.#props = props;
    this.stage = new Stage(props().scene, () => props().pace ?? settings.pace);
    this.stage.onscene = (scene) => this.#announce(scene);
    this.stage.onshown = (event) => {
      if (!this.#isLast(event)) this.#mark(event);
    };
    this.stage.oncaughtup = () => this.#markLast();
    this.focus = new BoardFocus(() => this.scene);
  }

  /** The scene on the board, which may be older than the newest from the server. */
  get scene(): Scene {
    return this.stage.shown;
  }

  /** Announces the first scene: its events, or at least whose turn it is. */
  begin(): void {
    const scene = this.stage.newest;
    if (scene.happened !== null) {
      this.#remember(scene);
      this.#announce(scene);
      void this.stage.begin();
    } else if (this.legal.length && scene.game.turn === scene.own) announcer.sayNow(t("Your turn."));
  }

  /** The legal moves of the newest scene. */
  get legal(): readonly Move[] {
    return this.#props().onmove && !this.stage.pending ? this.#legal : [];
  }

  receive(scene: Scene): void {
    const { version, game } = this.stage.newest;
    if (scene.version > version) this.#remember(scene);
    if (scene.game.number === game.number && scene.game.moves < game.moves) this.#takenBack = this.#played;
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

  /** Whether a card of the player's own lies there, on top. */
  isOwnCard(place: Place): boolean {
    return (place.startsWith("h") || place.startsWith(`${this.scene.own}`)) && cardAt(this.scene, place) != null;
  }

  /** Whether moves can be made here at all. */
  get plays(): boolean {
    return this.#props().onmove !== undefined;
  }

  get isChoosing(): boolean {
    return this.chosen !== null;
  }

  /** Whether the chosen card can go there. */
  canReach(place: Place): boolean {
    return this.#moveTo(place) !== null;
  }

  /** The legal move without a card of this name, such as `pass`. */
  cardlessMove(word: string): Move | null {
    return this.legal.find((move) => move.source === word && move.target === null) ?? null;
  }

  marks(place: Place): Mark[] {
    const { pending, isBehind } = this.stage;
    if (isBehind) return []; // what can be done then is not what is seen
    const marks: Mark[] = [];
    if (this.chosen?.place === place) marks.push("chosen");
    else if (this.canTake(place)) marks.push("can");
    if (marks.includes("can") && this.#canBuild(place)) marks.push("builds");
    if (this.#lifted && this.chosen?.place === place) marks.push("lifted");
    if (this.canReach(place)) marks.push("target");
    if (this.over === place) marks.push("over");
    const hinted = (!pending && this.#props().hint) || [];
    if (hinted.includes(place)) marks.push("hinted");
    if (hinted.indexOf(place) === 1) marks.push("goal");
    if (pending?.places.includes(place)) marks.push("pending");
    return marks;
  }

  label(place: Place): string {
    return placeLabel(this.scene, place, this.names, this.marks(place), this.#canBuild(place));
  }

  #canBuild(place: Place): boolean {
    const source = sourceAt(this.scene, place);
    return source !== null && this.movesOf(source).some((move) => move.target?.startsWith("b"));
  }

  tabindex(place: Place): 0 | -1 {
    return this.focus.tabindex(place);
  }

  /** Handles a press by pointer or key. One press, or two quick ones, play a card that can go only one way; one that `chooses` does not. */
  press(pressed: Place, byKey: boolean, chooses = false): void {
    const place = this.#catchUp(pressed);
    const again = this.#pressed.place === place && (byKey || performance.now() - this.#pressed.at < DOUBLE_TAP);
    this.#pressed = { place, at: performance.now() };
    this.#byKey = byKey;
    const move = this.#moveTo(place) ?? (place === "draw" ? this.cardlessMove("draw") : null);
    if (move) this.make(move);
    else if (this.chosen?.place === place) this.#pressAgain(again);
    else if (this.canTake(place)) this.#take(place, chooses);
    else void this.#explainRefusal(place);
  }

  /** Plays a card that can be built on one pile only, if the player's settings ask for it; otherwise chooses it. */
  #take(place: Place, chooses: boolean): void {
    const source = sourceAt(this.scene, place);
    const playsAtOnce = settings.oneTap && !chooses && source !== null && !this.#isDoubtful(source);
    const move = playsAtOnce ? onlyWay(this.scene, this.movesOf(source)) : null;
    if (!move?.target?.startsWith("b")) return this.choose(place);
    this.chosen = { place, source: move.source };
    this.make(move);
  }

  /** Whether building a card may not be what the player wants: they have just taken that back, or a hint says to discard it. */
  #isDoubtful(source: string): boolean {
    const [from, to] = this.#props().hint ?? [];
    return source === this.#takenBack || (to?.[0] !== "b" && from !== undefined && sourceAt(this.scene, from) === source);
  }

  openPopover(seat: number | null, anchor: HTMLElement): void {
    this.popover = { seat, anchor, by: "opened" };
  }

  /** Spreads out what lies at a place: the piles of its seat, or the count of all cards. */
  lookAt(place: Place, anchor: HTMLElement, by: OpenPopover["by"]): void {
    this.popover = { seat: seatOf(this.scene, place), anchor, by };
  }

  choose(place: Place): void {
    const source = sourceAt(this.scene, place);
    if (source === null || !this.movesOf(source).length) return void this.#explainRefusal(place);
    this.message = null;
    this.unconfirmed = null;
    this.chosen = { place, source };
    const { scene, names } = this;
    const moves = this.movesOf(source);
    void import("./speech/event-speech").then(({ choiceLabel }) => announcer.say(choiceLabel(scene, place, moves, names)));
  }

  letGo(): void {
    this.chosen = null;
    this.unconfirmed = null;
    this.#putDown();
    this.#pressed = { place: "", at: -Infinity };
  }

  /** Takes a card up: to drag it, or to put it where the next press says. */
  lift(place: Place): void {
    this.choose(this.#catchUp(place));
  }

  /** Drops the dragged card on a place. It goes back from where it cannot go, and the player is told why. */
  drop(place: Place | null): void {
    const move = place === null ? null : this.#moveTo(place);
    this.#byKey = false;
    if (move) this.make(move, true);
    else if (place === null || !this.chosen || place === this.chosen.place) this.letGo(); // nowhere, or back where it lay
    else void this.#explainRefusal(place);
  }

  #putDown(): void {
    this.carried = null;
    this.over = null;
  }

  /** Makes a move, after a confirmation if the player's settings ask for it. */
  make(move: Move, carried = false): void {
    if (settings.confirmDiscard && move.target?.startsWith("d") && this.unconfirmed?.text !== move.text) {
      this.#putDown();
      this.unconfirmed = move;
      return;
    }
    const { place } = this.chosen ?? {};
    this.#played = move.source;
    this.#takenBack = null;
    this.letGo();
    this.message = null;
    const pending = this.stage.showMove(move.text, carried);
    void this.#restoreFocus(place);
    void this.#awaitAnswer(pending);
  }

  confirm(): void {
    if (this.unconfirmed) this.make(this.unconfirmed);
  }

  /** Answers no to the confirmation of a discard. */
  keep(): void {
    const { place } = this.chosen ?? {};
    this.letGo();
    void this.#restoreFocus(place);
  }

  /** Returns the focus to where the card came from, for keyboard users and if the focused button has disappeared. */
  async #restoreFocus(place: Place | undefined): Promise<void> {
    await tick();
    if (this.#byKey || document.activeElement === document.body) this.focus.moveTo(place ?? `${this.scene.own}s`);
  }

  undo(): void {
    this.stage.finish();
    this.#props().onundo?.();
  }

  hint(): void {
    this.stage.finish();
    this.#props().onhint?.();
  }

  /** Answers a question about the table, on the screen and for screen readers. */
  async ask(question: Question): Promise<void> {
    const [{ answer }, { readerOf }] = await Promise.all([import("./speech/answers"), import("./speech/event-speech")]);
    const text = answer(question, this.stage.newest, this.names, this.#lastTurn(), readerOf(this.stage.newest));
    this.#display(text);
    announcer.say(text);
  }

  /** Shows a message and has it read at once. */
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

  /** Ends all flights, so that the player never waits. Returns the pressed card's place, which may have changed. */
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

  async #explainRefusal(place: Place): Promise<void> {
    const { chosen } = this;
    this.letGo();
    const { scene } = this;
    if (!this.#props().onmove || scene.own === null || this.stage.pending) return;
    const attempt = { place, source: chosen?.place ?? null, legal: this.legal };
    const { refusalReason } = await import("./refusal-reason");
    this.showMessage(refusalReason(attempt, scene, this.names));
  }

  #announce(scene: Scene): void {
    const { plays } = this;
    void import("./speech/event-speech").then(({ announceEvents }) => announceEvents(scene, plays)); // in their order
    for (const event of scene.happened ?? []) if (event.type === "dealt") this.#mark(event);
  }

  /** Keeps what happened for later: for the question about the last turn, and for the end. */
  #remember(scene: Scene): void {
    const happened = scene.happened ?? [];
    this.#history = [...this.#history, ...happened].slice(-HISTORY);
    this.#last = happened.filter((event) => this.#isLast(event)).at(-1) ?? this.#last;
  }

  /** Whether an event counts when everything has been shown: the end of the game, or the player's own turn. */
  #isLast(event: TableEvent): boolean {
    return event.type === "ended" || (event.type === "turn_began" && event.seat === this.stage.newest.own);
  }

  #markLast(): void {
    if (this.#last) this.#mark(this.#last);
    this.#last = null;
  }

  /** Marks a moment by sound, vibration or a flourish. */
  #mark(event: TableEvent): void {
    const { scene } = this;
    const board = { element: this.stage.flightLayer.board, plays: this.plays };
    void import("./moments").then(({ mark }) => mark(event, scene, board));
  }

  /** The events since the last turn of another player began. */
  #lastTurn(): TableEvent[] {
    const { own } = this.stage.newest;
    const begun = this.#history.map((each) => each.type === "turn_began" && each.seat !== own).lastIndexOf(true);
    return this.#history.slice(Math.max(begun, 0));
  }
}

/** The controller of a board component, for as long as the component exists. */
export function useController(props: () => BoardProps): BoardController {
  const controller = new BoardController(props);
  $effect(() => untrack(() => controller.begin()));
  $effect(() => props().onshow?.(controller.scene));
  $effect.pre(() => {
    const { scene } = props();
    untrack(() => controller.receive(scene));
  });
  return controller;
}
