/** The instrument behind the sounds: short noise for cards, sine tones for the rest. */
import type { Sound } from "./sounds";

const QUIET = 0.5;

export class Instrument {
  readonly context = new AudioContext();
  #noise: AudioBuffer | null = null;

  play(sound: Sound): void {
    if (this.context.state !== "running") return;
    const now = this.context.currentTime + 0.01;
    switch (sound) {
      case "laid":
        return this.#brush(now, 0.09, 1_700, 0.5);
      case "drawn":
        return this.#brush(now, 0.07, 2_600, 0.28);
      case "shuffled":
        for (let card = 0; card < 9; card++) this.#brush(now + card * 0.045, 0.06, 1_400 + card * 130, 0.3);
        return;
      case "completed":
        this.#brush(now, 0.25, 2_200, 0.3);
        [784, 988, 1175].forEach((pitch, step) => this.#tone(now + step * 0.06, pitch, 0.35, 0.09));
        return;
      case "nearlyOut": // after the card that was laid
        [659, 784].forEach((pitch, step) => this.#tone(now + 0.14 + step * 0.11, pitch, 0.4, 0.08));
        return;
      case "othersNearlyOut":
        [440, 415].forEach((pitch, step) => this.#tone(now + 0.14 + step * 0.16, pitch, 0.4, 0.08));
        return;
      case "turn":
        this.#tone(now, 587, 0.35, 0.16);
        return this.#tone(now + 0.13, 880, 0.5, 0.16);
      case "won":
        [523, 659, 784].forEach((pitch, step) => this.#tone(now + step * 0.12, pitch, 0.5, 0.14));
        [523, 784, 1047, 1319].forEach((pitch) => this.#tone(now + 0.38, pitch, 1.3, 0.09));
        return;
      case "lost":
        [440, 392, 330].forEach((pitch, step) => this.#tone(now + step * 0.2, pitch, 0.7, 0.09));
        return;
      case "refused":
        this.#tone(now, 220, 0.2, 0.16);
        return this.#tone(now + 0.09, 196, 0.25, 0.16);
    }
  }

  /** The sound of a card on felt: short filtered noise. */
  #brush(at: number, length: number, pitch: number, loudness: number): void {
    const source = new AudioBufferSourceNode(this.context, { buffer: this.#hiss() });
    const filter = new BiquadFilterNode(this.context, { type: "bandpass", frequency: pitch, Q: 0.8 });
    source.connect(filter).connect(this.#fading(at, length, loudness, 0.004));
    source.start(at, Math.random() * 0.3, length + 0.05);
  }

  #tone(at: number, pitch: number, length: number, loudness: number): void {
    const source = new OscillatorNode(this.context, { type: "sine", frequency: pitch });
    source.connect(this.#fading(at, length, loudness, 0.02));
    source.start(at);
    source.stop(at + length + 0.05);
  }

  #fading(at: number, length: number, loudness: number, rise: number): GainNode {
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loudness * QUIET, at + rise);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    gain.connect(this.context.destination);
    return gain;
  }

  #hiss(): AudioBuffer {
    if (!this.#noise) {
      const { sampleRate } = this.context;
      this.#noise = this.context.createBuffer(1, sampleRate / 2, sampleRate);
      const samples = this.#noise.getChannelData(0);
      for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
    }
    return this.#noise;
  }
}
