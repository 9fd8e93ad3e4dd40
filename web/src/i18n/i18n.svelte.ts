/**
 * Translation into the reader's language. The source has the English text; translations come from the gettext
 * catalogues that terminal and page share, one generated file a language.
 */

import { pileNamesFrom, Term, type Articles, type PileNames, type PileNouns } from "./term";

export const LANGUAGES = { en: "English", fr: "Français", es: "Español", pt: "Português" } as const;
export type Language = keyof typeof LANGUAGES;

/** The name of a language in that language. */
export function languageName(code: string): string {
  return (LANGUAGES as Record<string, string>)[code] ?? code;
}

export type Values = Record<string, string | number | Term>;

interface Catalogue {
  texts: Texts;
  /** The pile names of each edition. */
  names: Record<string, PileNames>;
}

/** Translations by the digest of the English text, which halves the file: the source has the text itself. */
type Texts = Record<string, string | string[]>;

/** A catalogue as its file has it. */
interface CatalogueFile {
  texts: Texts;
  articles: Articles;
  names: Record<string, PileNouns>;
}

const ENGLISH: Catalogue = { texts: {}, names: {} };
/** The address of each catalogue. They are fetched as data, not imported as script. */
const CATALOGUES = import.meta.glob<string>("../generated/words/*.json", { query: "?url", import: "default", eager: true });
/** The pseudo-locale: every text longer, accented and in brackets, to find texts that are not translated or overflow. */
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

/** The first of the reader's languages that we have. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((name) => name.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
}

/** Switches to a language. If its catalogue cannot be fetched, the present language stays. */
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
    catalogue = catalogueFrom((await answer.json()) as CatalogueFile);
  }
  current = name;
  document.documentElement.lang = name;
}

function catalogueFrom({ texts, articles, names }: CatalogueFile): Catalogue {
  const named = Object.entries(names).map(([edition, nouns]) => [edition, pileNamesFrom(nouns, articles)]);
  return { texts, names: Object.fromEntries(named) as Catalogue["names"] };
}

/** The translation of a text, with values filled in: t("{seat}: no card in the hand, pass.", { seat }). */
export function t(text: string, values: Values = {}): string {
  const found = catalogue.texts[digest(text)];
  return fillIn(typeof found === "string" ? found : text, values);
}

/** The translation of a text with a plural: n("{count} card", "{count} cards", count). */
export function n(one: string, many: string, count: number, values: Values = {}): string {
  const found = catalogue.texts[digest(one)];
  const [single, several] = Array.isArray(found) ? found : [one, many];
  return fillIn((plurals.select(count) === "one" ? single : several) ?? many, { count, ...values });
}

/** The translated pile names of an edition; undefined in English. */
export function translatedPileNames(edition: string): PileNames | undefined {
  return catalogue.names[edition];
}

/** The key of a text in the catalogue files (FNV-1a, 24 bits). Their generator checks that no two texts share one. */
export function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return ((hash ^ (hash >>> 24)) & 0xffffff).toString(36);
}

/** Marks a text for translation and returns it as it is; `t` translates it where it is shown. */
export function mark(text: string): string {
  return text;
}

export function capital(words: string | Term): string {
  const text = String(words);
  return text.slice(0, 1).toLocaleUpperCase(current) + text.slice(1);
}

/** Fills in values; a term takes the form that the text asks for, as in "{stock:le}". */
function fillIn(text: string, values: Values): string {
  return pseudo(text).replace(/\{(\w+)(?::([^}]+))?\}/g, (slot, name: string, form: string | undefined) => {
    const value = values[name];
    return form && value instanceof Term ? value.inflected(form) : String(value ?? slot);
  });
}
