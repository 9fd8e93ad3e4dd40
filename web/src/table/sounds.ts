/** Soft sounds, made here: no file is fetched for them, and none is heard before somebody has touched the page. */
import type { Happening } from "../generated/protocol";
import { settings } from "../settings.svelte";

export type Sound = "laid" | "drawn" | "shuffled" | "turn" | "won" | "lost" | "refused";

const GESTURES = ["pointerdown", "keydown"] as const;
const QUIET = 0.5;

class Sounds {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;

  constructor() {
    for (const gesture of GESTURES) globalThis.addEventListener?.(gesture, this.#wake, { passive: true });
  }

  play(sound: Sound): void {
    const context = this.#context;
    if (!settings.sound || context?.state !== "running") return;
    const now = context.currentTime + 0.01;
    switch (sound) {
      case "laid":
        return this.#brush(now, 0.09, 1_700, 0.5);
      case "drawn":
        return this.#brush(now, 0.07, 2_600, 0.28);
      case "shuffled":
        for (let card = 0; card < 9; card++) this.#brush(now + card * 0.045, 0.06, 1_400 + card * 130, 0.3);
        return;
      case "turn":
        this.#tone(now, 587, 0.35, 0.16);
        return this.#tone(now + 0.13, 880, 0.5, 0.16);
      case "won":
        [523, 659, 784, 1047].forEach((pitch, step) => this.#tone(now + step * 0.12, pitch, 0.6, 0.15));
        return;
      case "lost":
        [523, 440, 392].forEach((pitch, step) => this.#tone(now + step * 0.16, pitch, 0.5, 0.1));
        return;
      case "refused":
        this.#tone(now, 220, 0.2, 0.16);
        return this.#tone(now + 0.09, 196, 0.25, 0.16);
    }
  }

  #wake = (): void => {
    if (!settings.sound) return;
    this.#context ??= new AudioContext();
    if (this.#context.state !== "running") void this.#context.resume();
    else for (const gesture of GESTURES) removeEventListener(gesture, this.#wake);
  };

  /** A card on felt: a breath of noise. */
  #brush(at: number, length: number, pitch: number, loudness: number): void {
    const context = this.#context!;
    const source = new AudioBufferSourceNode(context, { buffer: this.#hiss(context) });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 0.8 });
    source.connect(filter).connect(this.#fading(at, length, loudness, 0.004));
    source.start(at, Math.random() * 0.3, length + 0.05);
  }

  #tone(at: number, pitch: number, length: number, loudness: number): void {
    const context = this.#context!;
    const source = new OscillatorNode(context, { type: "sine", frequency: pitch });
    source.connect(this.#fading(at, length, loudness, 0.02));
    source.start(at);
    source.stop(at + length + 0.05);
  }

  #fading(at: number, length: number, loudness: number, rise: number): GainNode {
    const gain = new GainNode(this.#context!, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loudness * QUIET, at + rise);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    gain.connect(this.#context!.destination);
    return gain;
  }

  #hiss(context: AudioContext): AudioBuffer {
    if (!this.#noise) {
      this.#noise = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
      const samples = this.#noise.getChannelData(0);
      for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
    }
    return this.#noise;
  }
}

export const sounds = new Sounds();

/** What something sounds like; null where it makes no sound. */
export function soundOf(happening: Happening, own: number | null): Sound | null {
  switch (happening.type) {
    case "played":
    case "discarded":
    case "exposed":
      return "laid";
    case "drew":
    case "took":
      return "drawn";
    case "shuffled":
    case "dealt":
      return "shuffled";
    case "ended":
      return own === null || happening.outcome.winners.includes(own) ? "won" : "lost";
    default:
      return null;
  }
}
