/** The reader's settings, stored in this browser. */
import { preferredLanguage, useLanguage, type Language } from "../i18n/i18n.svelte";
import type { Theme } from "../styles/themes";
import { wantsLessMotion } from "./motion";
import { loadStored, store } from "./storage";

/** How fast a board shows what others do. */
export const PACES = ["calm", "quick", "instant"] as const;
export type Pace = (typeof PACES)[number];

export interface Settings {
  theme: Theme;
  /** Light or dark page; `auto` follows the system. */
  light: "auto" | "light" | "dark";
  pace: Pace;
  replayPace: Pace;
  /** Whether cards are seen to fly. */
  flights: boolean;
  /** Whether sounds are heard. Where the system asks for less motion, they are not until the player wants them. */
  sound: boolean;
  /** Whether a phone vibrates. */
  vibration: boolean;
  /** Whether one press plays a card that can go to one place only. */
  oneTap: boolean;
  confirmDiscard: boolean;
  shortcuts: boolean;
  hints: boolean;
  /** Whether a screen reader hears every move, or only turns and what concerns the player. */
  tellAll: boolean;
  language: Language | null;
}

const DEFAULTS: Settings = {
  theme: "meadow",
  light: "auto",
  pace: "calm",
  replayPace: "calm",
  flights: true,
  sound: !wantsLessMotion(),
  vibration: true,
  oneTap: true,
  confirmDiscard: false,
  shortcuts: true,
  hints: false,
  tellAll: true,
  language: null,
};
const STORAGE_KEY = "skipbo.settings";

export const settings: Settings = $state({ ...DEFAULTS, ...loadStored<Settings>(STORAGE_KEY) });

/** Stores and applies the settings whenever they change. Call it once, in a component. */
export function applySettings(): void {
  $effect(() => {
    // Defaults, of which some follow the system, are not kept
    const chosen = Object.entries(settings).filter(([key, value]) => value !== DEFAULTS[key as keyof Settings]);
    store(STORAGE_KEY, Object.fromEntries(chosen));
  });
  $effect(() => {
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.dataset.light = settings.light;
  });
  $effect(() => {
    void useLanguage(linkedLanguage ?? settings.language ?? preferredLanguage(navigator.languages));
  });
}

/** The language in the address, used until the reader chooses another. */
let linkedLanguage = $state(new URLSearchParams(globalThis.location?.search).get("lang"));

export function chooseLanguage(name: Language): void {
  settings.language = name;
  linkedLanguage = null;
}
