/** The rules in our words, each edition's by its own names, in the reader's language; fetched when they are wanted. */
import { language, type Language } from "../i18n/i18n.svelte";

export interface Rule {
  id: string;
  section: string;
  text: string;
  /** Ours: the sheets say nothing, or not enough. */
  ruling: boolean;
}

type Rulebook = Record<string, Rule[]>;

const BOOKS = import.meta.glob<Rulebook>("../generated/rules/*.json", { import: "default" });

let fetched = $state.raw<Partial<Record<Language, Rulebook>>>({});

/** The rules of an edition; where they are not fetched yet, none, until they are. */
export function rulesOf(edition: string): Rule[] | null {
  const book = fetched[language()];
  return book ? (book[edition] ?? []) : null;
}

/** Fetches the rules in the reader's language. To be called in an effect, so that another language is fetched too. */
export async function fetchRules(): Promise<void> {
  const wanted = language();
  if (fetched[wanted]) return;
  const book = await BOOKS[`../generated/rules/${wanted}.json`]!();
  fetched = { ...fetched, [wanted]: book };
}

/** The text of a rule, where it is known. */
export function ruleText(edition: string, id: string): string | null {
  return rulesOf(edition)?.find((rule) => rule.id === id)?.text ?? null;
}
