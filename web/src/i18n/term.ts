/**
 * Nouns that take the article a text asks for, "{stock:le}": so that one translation serves a pile whatever its gender.
 * Nouns and articles come from Python, which does the same: src/skipbo/editions/grammar.py.
 */

export interface Noun {
  singular: string;
  plural: string;
  feminine?: boolean;
  /** Begins with a vowel. */
  elides?: boolean;
}

/** The articles of a language by form, for a masculine and a feminine noun, then for these before a vowel. */
export interface Articles {
  /** The form of a noun that is known: “the Queen”. */
  definite: string;
  singular: Record<string, string[]>;
  plural: Record<string, string[]>;
  /** The numbers that are spoken with a vowel first: “an 8”. */
  elided_numbers: number[];
}

export class Term {
  constructor(
    readonly noun: Noun,
    readonly articles: Articles,
  ) {}

  toString(): string {
    return this.noun.singular;
  }

  get plural(): string {
    return this.noun.plural;
  }

  /** One of several piles: “discard pile 2”. */
  numbered(number: number | string): Term {
    const { singular, plural } = this.noun;
    return new Term({ ...this.noun, singular: `${singular} ${number}`, plural: `${plural} ${number}` }, this.articles);
  }

  /** The noun with the article of a form. A form with a capital begins a sentence; one with a bar is a word that agrees. */
  inflected(form: string): string {
    const { singular, plural, feminine = false, elides = false } = this.noun;
    if (form.includes("|")) return form.split("|")[Number(feminine)]!;
    const wanted = form.slice(0, 1).toLowerCase() + form.slice(1);
    const noun = wanted in this.articles.singular ? singular : plural;
    const article = this.articles.singular[wanted] ?? this.articles.plural[wanted];
    if (!article) throw new RangeError(`“${form}” is not a form of “${singular}”`);
    const text = article[(Number(feminine) + 2 * Number(elides)) % article.length]! + noun;
    return form === wanted ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
  }
}

/** A noun that has its article also where a text asks for no form. */
export class KnownTerm extends Term {
  override toString(): string {
    return this.inflected(this.articles.definite);
  }
}

const NAMED = ["stock", "draw", "building", "discard", "wild", "game", "hand"] as const;

export type TermName = (typeof NAMED)[number];

/** A card that has a letter and a name instead of a number. */
export interface CardName extends Noun {
  letter: string;
}

interface CardNames {
  /** By the numbers of the cards; only in editions that have such cards. */
  cards?: Record<number, CardName>;
}

/** The nouns of an edition's piles, its wild card, the game and the hand. */
export type PileNouns = Record<TermName, Noun> & CardNames;

/** What an edition calls its piles, its wild card, the game and the hand, as written in the middle of a sentence. */
export type PileNames = Record<TermName, Term> & CardNames;

export function pileNamesFrom(nouns: PileNouns, articles: Articles): PileNames {
  const terms = NAMED.map((name) => [name, new Term(nouns[name], articles)]);
  return { ...(Object.fromEntries(terms) as PileNames), cards: nouns.cards };
}
