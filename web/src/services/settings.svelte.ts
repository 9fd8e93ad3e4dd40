/** What a person wants, kept in this browser. */
import { language, LANGUAGES, preferredLanguage, useLanguage, type Language } from "../i18n/i18n.svelte";
import type { Theme } from "../styles/themes";
import { loadStored, store } from "./storage";

export const SPEEDS = ["slow", "normal", "fast", "off"] as const;
export type Speed = (typeof SPEEDS)[number];

export interface Settings {
  theme: Theme;
  /** Light or dark for the page around the table; `auto` as the system says. */
  light: "auto" | "light" | "dark";
  speed: Speed;
  sound: boolean;
  confirmDiscard: boolean;
  shortcuts: boolean;
  hints: boolean;
  /** Whether the screen reader is told every move, or only turns and what concerns oneself. */
  tellAll: boolean;
  language: Language | null;
}

const DEFAULTS: Settings = {
  theme: "meadow",
  light: "auto",
  speed: "normal",
  sound: true,
  confirmDiscard: false,
  shortcuts: true,
  hints: false,
  tellAll: true,
  language: null,
};
const STORAGE_KEY = "skipbo.settings";

export const settings: Settings = $state({ ...DEFAULTS, ...loadStored<Settings>(STORAGE_KEY) });

/** Keeps what is changed and shows it. To be called once, where effects live. */
export function applySettings(): void {
  $effect(() => store(STORAGE_KEY, settings));
  $effect(() => {
    document.documentElement.dataset.theme = settings.theme;
    document.documentElement.dataset.light = settings.light;
  });
  $effect(() => {
    void useLanguage(linkedLanguage ?? settings.language ?? preferredLanguage(navigator.languages));
  });
}

/** A link may ask for a language, until another is chosen by hand. */
let linkedLanguage = $state(new URLSearchParams(globalThis.location?.search).get("lang"));

export function chooseLanguage(name: Language): void {
  settings.language = name;
  linkedLanguage = null;
}

export { language, LANGUAGES };
