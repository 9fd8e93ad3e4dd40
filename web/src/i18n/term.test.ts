import { expect, it } from "vitest";

import english from "../generated/editions.json";
import inflected from "../generated/terms.json";
import spanish from "../generated/words/es.json";
import french from "../generated/words/fr.json";
import portuguese from "../generated/words/pt.json";
import { pileNamesFrom, type Articles, type PileNames, type PileNouns, type TermName } from "./term";

const OTHERS = { fr: french, es: spanish, pt: portuguese } as Record<string, { articles: Articles; names: Record<string, PileNouns> }>;

/** By edition, name and form. */
type Inflected = Record<string, Record<string, { numbered: string } & Record<string, string>>>;

function namesOf(language: string, edition: string): PileNames {
  const other = OTHERS[language];
  if (other) return pileNamesFrom(other.names[edition]!, other.articles);
  return pileNamesFrom(english.editions.find(({ id }) => id === edition)!.names, english.articles);
}

it.each(Object.entries(inflected as Record<string, Inflected>))("gives a noun the articles that Python gives it: %s", (language, editions) => {
  for (const [edition, terms] of Object.entries(editions)) {
    const names = namesOf(language, edition);
    for (const [name, { numbered, ...forms }] of Object.entries(terms)) {
      const term = names[name as TermName];
      expect(String(term.numbered(2))).toBe(numbered);
      for (const [form, text] of Object.entries(forms)) expect(term.inflected(form)).toBe(text);
    }
  }
});

it("refuses a form that the language does not have", () => {
  expect(() => namesOf("fr", "mattel-2003").stock.inflected("el")).toThrow("“el” is not a form of “pile d'accumulation”");
});
