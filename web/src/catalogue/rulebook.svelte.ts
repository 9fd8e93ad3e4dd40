/** The rules of each edition, in our words and in the reader's language. Fetched when first needed. */
import { language, type Language } from "../i18n/i18n.svelte";

export interface Rule {
  id: string;
  section: string;
  text: string;
  /** Our own decision, where the printed sheet says nothing or not enough. */
  ruling: boolean;
}

type Rulebook = Record<string, Rule[]>;

const BOOKS = import.meta.glob<Rulebook>("../generated/rules/*.json", { import: "default" });

let fetched = $state.raw<Partial<Record<Language, Rulebook>>>({});

/** The rules of an edition; null until they are fetched. */
export function rulesOf(edition: string): Rule[] | null {
  const book = fetched[language()];
  return book ? (book[edition] ?? []) : null;
}

/** Fetches the rules in the reader's language. Call it in an effect, so that a change of language fetches again. */
export async function fetchRules(): Promise<void> {
  const wanted = language();
  if (fetched[wanted]) return;
  const book = await BOOKS[`../generated/rules/${wanted}.json`]!();
  fetched = { ...fetched, [wanted]: book };
}

/** The text of a rule; null if the edition does not have it or the rules are not fetched yet. */
export function ruleText(edition: string, id: string): string | null {
  return rulesOf(edition)?.find((rule) => rule.id === id)?.text ?? null;
}
