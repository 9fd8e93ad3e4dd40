/** The sounds of the table. They are synthesized, and silent until the first press, as browsers require. */
import { settings } from "../../services/settings.svelte";
import type { Instrument } from "./synth";

export type Sound =
  "laid" | "drawn" | "shuffled" | "completed" | "nearlyOut" | "othersNearlyOut" | "turn" | "won" | "lost" | "refused";

const GESTURES = ["pointerdown", "keydown"] as const;

class Sounds {
  #instrument: Instrument | null = null;

  constructor() {
    for (const gesture of GESTURES) globalThis.addEventListener?.(gesture, this.#wake, { passive: true });
  }

  play(sound: Sound): void {
    if (settings.sound) this.#instrument?.play(sound);
  }

  /** Loads the instrument at the first press. */
  #wake = async (): Promise<void> => {
    if (!settings.sound) return;
    const { Instrument } = await import("./synth");
    const { context } = (this.#instrument ??= new Instrument());
    if (context.state !== "running") void context.resume();
    else for (const gesture of GESTURES) removeEventListener(gesture, this.#wake);
  };
}

export const sounds = new Sounds();
