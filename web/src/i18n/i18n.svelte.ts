/**
 * The words people read, in their language. English is what the source says; the others come from the catalogues that
 * the whole project shares, one small file for each.
 */

export const LANGUAGES = { en: "English", fr: "Français", es: "Español", pt: "Português" } as const;
export type Language = keyof typeof LANGUAGES;
export type Values = Record<string, string | number>;

/** What a sheet calls things, as they stand in the middle of a sentence. */
export interface PileNames {
  stock: string;
  draw: string;
  building: string;
  discard: string;
  wild: string;
  game: string;
}

interface Catalogue {
  /** Translations by the digest of the English text, which the source has already: so a catalogue is half as long. */
  texts: Record<string, string | string[]>;
  /** What each edition calls things. */
  names: Record<string, PileNames>;
}

const ENGLISH: Catalogue = { texts: {}, names: {} };
/** Where each catalogue is: data that is fetched, not script. */
const CATALOGUES = import.meta.glob<string>("../generated/words/*.json", { query: "?url", import: "default", eager: true });
/** A language that nobody speaks: longer, accented, bracketed. It shows which texts are not translated or overflow. */
const PSEUDO = "qps";

let current = $state<Language>("en");
let catalogue = $state.raw(ENGLISH);
let pseudo = $state.raw<(text: string) => string>((text) => text);
let plurals = $derived(new Intl.PluralRules(current));

export function language(): Language {
  return current;
}

function isLanguage(name: string | null | undefined): name is Language {
  return name != null && name in LANGUAGES;
}

/** The first language that the reader wants and we speak. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((name) => name.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
}

/** Speaks this language from now on. One that cannot be fetched leaves things as they are. */
export async function useLanguage(name: string): Promise<void> {
  if (name === PSEUDO) {
    pseudo = (await import("./pseudo-locale")).pseudoLocalized;
    return;
  }
  if (!isLanguage(name)) return;
  if (name === "en") catalogue = ENGLISH;
  else {
    const answer = await fetch(CATALOGUES[`../generated/words/${name}.json`]!).catch(() => null);
    if (!answer?.ok) return;
    catalogue = (await answer.json()) as Catalogue;
  }
  current = name;
  document.documentElement.lang = name;
}

/** A text, translated, with values in its places: t("{seat}: no card in the hand, pass.", { seat }). */
export function t(text: string, values: Values = {}): string {
  const found = catalogue.texts[digest(text)];
  return fillIn(typeof found === "string" ? found : text, values);
}

/** A text that depends on a count: n("{count} card", "{count} cards", count). */
export function n(one: string, many: string, count: number, values: Values = {}): string {
  const found = catalogue.texts[digest(one)];
  const [single, several] = Array.isArray(found) ? found : [one, many];
  return fillIn((plurals.select(count) === "one" ? single : several) ?? many, { count, ...values });
}

/** What an edition calls things, where its sheet is translated. */
export function translatedPileNames(edition: string): PileNames | undefined {
  return catalogue.names[edition];
}

/** A short name for a text, as tools/page/data.py makes it (FNV-1a, 24 bits); there it is made sure that no two are alike. */
export function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return ((hash ^ (hash >>> 24)) & 0xffffff).toString(36);
}

/** Marks a text for the catalogues where it is written; it is translated where it is shown. */
export function mark(text: string): string {
  return text;
}

export function capital(text: string): string {
  return text.slice(0, 1).toLocaleUpperCase(current) + text.slice(1);
}

function fillIn(text: string, values: Values): string {
  return pseudo(text).replace(/\{(\w+)\}/g, (slot, name: string) => String(values[name] ?? slot));
}
