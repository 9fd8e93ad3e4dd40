/** Soft sounds, made here: no file is fetched for them, and none is heard before somebody has touched the page. */
import type { TableEvent } from "../../net/events";
import { settings } from "../../services/settings.svelte";
import type { Instrument } from "./synth";

export type Sound = "laid" | "drawn" | "shuffled" | "turn" | "won" | "lost" | "refused";

const GESTURES = ["pointerdown", "keydown"] as const;

class Sounds {
  #instrument: Instrument | null = null;

  constructor() {
    for (const gesture of GESTURES) globalThis.addEventListener?.(gesture, this.#wake, { passive: true });
  }

  play(sound: Sound): void {
    if (settings.sound) this.#instrument?.play(sound);
  }

  /** The instrument is fetched when it may be heard, not before. */
  #wake = async (): Promise<void> => {
    if (!settings.sound) return;
    const { Instrument } = await import("./synth");
    const { context } = (this.#instrument ??= new Instrument());
    if (context.state !== "running") void context.resume();
    else for (const gesture of GESTURES) removeEventListener(gesture, this.#wake);
  };
}

export const sounds = new Sounds();

/** What something sounds like; null where it makes no sound. */
export function soundOf(event: TableEvent, own: number | null): Sound | null {
  switch (event.type) {
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
      return own === null || event.outcome.winners.includes(own) ? "won" : "lost";
    default:
      return null;
  }
}
