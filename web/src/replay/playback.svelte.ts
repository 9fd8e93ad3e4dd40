/** The position in a replay, moved by steps, by turns or automatically. */
import type { Replay } from "../generated/protocol";
import { settings } from "../services/settings.svelte";
import { frameTime } from "./frame-time";
import { logOf, sceneAt, turnAfter, turnBefore, turnsOf, type Eyes } from "./frames";

export class Playback {
  at = $state(0);
  eyes = $state<Eyes>(null);
  playing = $state(false);
  /** Whether the frame before this one was shown last. */
  #follows = $state(false);

  readonly last: number;
  readonly scene = $derived.by(() => sceneAt(this.replay, this.at, this.eyes, this.#follows));
  readonly log = $derived.by(() => logOf(this.replay, this.eyes));
  readonly atEnd = $derived.by(() => this.at === this.last);
  #turns: number[];

  constructor(
    readonly replay: Replay,
    at: number,
    eyes: Eyes,
  ) {
    this.last = replay.frames.length - 1;
    this.#turns = turnsOf(replay);
    this.at = at;
    this.eyes = eyes;
    $effect(() => {
      if (!this.playing) return;
      if (this.atEnd) this.playing = false;
      else {
        const clock = setTimeout(() => this.goTo(this.at + 1), this.#pause());
        return () => clearTimeout(clock);
      }
    });
  }

  goTo(move: number): void {
    const wanted = Math.max(0, Math.min(move, this.last));
    this.#follows = wanted === this.at + 1;
    this.at = wanted;
  }

  /** Goes to a move and stops automatic playback. */
  jump(move: number): void {
    this.playing = false;
    this.goTo(move);
  }

  turnBack(): void {
    this.jump(turnBefore(this.#turns, this.at));
  }

  turnOn(): void {
    this.jump(turnAfter(this.#turns, this.at, this.last));
  }

  /** Starts or pauses automatic playback; at the end it starts over. */
  toggle(): void {
    if (!this.playing && this.atEnd) this.goTo(0);
    this.playing = !this.playing;
  }

  #pause(): number {
    return frameTime(settings.replayPace, this.replay.frames[this.at]!.happened.length);
  }
}
