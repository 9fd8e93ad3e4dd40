/** The guide and the rules of each edition, in our words and in the reader's language. Fetched when first needed. */
import { language, type Language } from "../i18n/i18n.svelte";
import { textColumn } from "./editions";

interface Text {
  text: string;
  /** The languages of the sheet that say so; without this, all of them. */
  columns?: string[];
}

export interface Rule extends Text {
  id: string;
  section: string;
  /** What follows at the table, in a few words; only rules about mistakes have it. */
  brief?: string;
  /** Our own decision, where the printed sheet says nothing or not enough. */
  ruling: boolean;
}

export interface Chapter {
  title: string;
  /** Whether a picture of the table belongs to it. */
  table: boolean;
  paragraphs: string[];
}

interface Book {
  guide: { title: string; table: boolean; paragraphs: Text[] }[];
  rules: Rule[];
}

type Rulebook = Record<string, Book>;

const BOOKS = import.meta.glob<Rulebook>("../generated/rules/*.json", { import: "default" });

let fetched = $state.raw<Partial<Record<Language, Rulebook>>>({});

/** The rules of an edition, as a column of its sheet has them; null until they are fetched. */
export function rulesOf(edition: string, column = textColumn(edition)): Rule[] | null {
  const book = fetched[language()];
  return book ? (book[edition]?.rules.filter((rule) => belongsTo(rule, column)) ?? []) : null;
}

/** How to play by an edition, told to a beginner; empty until it is fetched. */
export function guideOf(edition: string, column = textColumn(edition)): Chapter[] {
  return (fetched[language()]?.[edition]?.guide ?? [])
    .map(({ title, table, paragraphs }) => ({
      title,
      table,
      paragraphs: paragraphs.filter((each) => belongsTo(each, column)).map(({ text }) => text),
    }))
    .filter(({ paragraphs }) => paragraphs.length);
}

function belongsTo({ columns }: Text, column: string | undefined): boolean {
  return !columns || column === undefined || columns.includes(column);
}

/** Fetches the rules in the reader's language. Call it in an effect, so that a change of language fetches again. */
export async function fetchRules(): Promise<void> {
  const wanted = language();
  if (fetched[wanted]) return;
  const book = await BOOKS[`../generated/rules/${wanted}.json`]!();
  fetched = { ...fetched, [wanted]: book };
}

/** The text of a rule, whatever column has it; null if the edition does not have it or the rules are not fetched yet. */
export function ruleText(edition: string, id: string): string | null {
  const found = fetched[language()]?.[edition]?.rules.filter((rule) => rule.id === id) ?? [];
  return (found.find((rule) => belongsTo(rule, textColumn(edition))) ?? found[0])?.text ?? null;
}

/** Of some rules, those that a column of the sheet has, with their texts; none until they are fetched. */
export function quotedRules(edition: string, column: string | undefined, ids: readonly string[]): Rule[] {
  const rules = rulesOf(edition, column) ?? [];
  return ids.flatMap((id) => rules.find((rule) => rule.id === id) ?? []);
}
