import { distance } from "fastest-levenshtein";
import { languageOf } from "../index/languages.ts";
import type { IndexSearch } from "../index/search.ts";
import { endingTerm, joiningLanguages, wordOfEnding } from "../index/terms.ts";
import type { Token } from "../index/tokenize.ts";
import { relatedWords } from "./concepts.ts";
import type { QueryOptions, TermForm } from "./query.ts";

const shortestPrefix = 4;
const maxExpansions = 12;
const maxCorrections = 3;
const maxNear = 100;
const isTerm = /^[\p{L}\p{N}\p{M}]+$/u;
const longWord = 8;
const endingWeight = 0.5;
const completionWeight = 0.7;
const correctionWeight = 0.7;

/**
 * Further forms under which the index may hold a word of a question: longer words that begin with it ("paell" →
 * "paella"), and for a word that no text holds the most likely correction ("resturant" → "restaurant").
 * `holds`: whether any text or name has a term.
 */
export function createExpand(
  index: Pick<IndexSearch, "holds" | "countChunks" | "vocabulary">,
  languages: readonly string[],
): Pick<QueryOptions, "expand" | "holds"> {
  const { holds } = index;
  const joining = languages.filter((code) => joiningLanguages.has(code));
  const joins = joining.length > 0;
  return {
    holds,
    expand(token, forms, asked) {
      const related = relatedForms(token, asked).filter(({ text }) => !forms.includes(text));
      const isSaid = related.length > 0 && index.countChunks(related.map(({ text }) => text)) > 0;
      return [...(isSaid ? related : []), ...otherSpellings(token, forms, isSaid)];
    },
  };

  /** Other words of the same meaning that texts hold, and longer ones that end with these or with the word itself. */
  function relatedForms(token: Token, asked: string): TermForm[] {
    const found = new Map<string, { weight: number; languages: string[] }>();
    const add = (text: string, weight: number, codes: readonly string[]): void => {
      const known = found.get(text) ?? { weight: 0, languages: [] };
      known.weight = Math.max(known.weight, weight);
      known.languages.push(...codes);
      found.set(text, known);
    };
    for (const { token: word, code, weight } of relatedWords(token, asked, languages)) {
      const stem = languageOf(code).stem(word);
      // "wi-fi" is two terms.
      if (isTerm.test(stem)) add(stem, weight, [code]);
      if (joiningLanguages.has(code)) {
        for (const longer of endingWith(word)) add(longer, weight, [code]);
      }
    }
    for (const longer of endingWith(token)) add(longer, endingWeight, joining);
    return [...found].map(([text, form]) => ({ text, ...form, isRelated: true }));
  }

  function endingWith({ text }: Token): string[] {
    if (!joins || text.length < shortestPrefix) return [];
    const found = index.vocabulary(endingTerm(text), maxExpansions).map(({ term }) => term);
    const words = found.map(wordOfEnding).filter((word) => word !== text);
    return withStems(words, joining);
  }

  function otherSpellings(
    token: Token,
    forms: readonly string[],
    isWord: boolean,
  ): readonly TermForm[] {
    const { text } = token;
    if (text.length < shortestPrefix || /\p{N}/u.test(text)) return [];
    const isKnown = forms.some(holds);
    const [stem = text] = forms;
    const longer = index
      .vocabulary(isKnown && stem.length >= shortestPrefix ? stem : text, maxExpansions)
      .map(({ term }) => term)
      .filter((term) => !forms.includes(term));
    if (isKnown) return weighted(longer, endingWeight);
    if (longer.length > 0) return weighted(withStems(longer, languages), completionWeight);
    if (isWord) return [];
    return weighted(withStems(corrections(text, index), languages), correctionWeight);
  }
}

function weighted(terms: readonly string[], weight: number): TermForm[] {
  return terms.map((text) => ({ text, weight }));
}

function withStems(words: readonly string[], languages: readonly string[]): string[] {
  const stems = words.flatMap((word) =>
    languages.map((code) => languageOf(code).stem({ text: word, raw: word, kind: "word" })),
  );
  return [...new Set([...words, ...stems])];
}

/** The commonest of the nearest words with the same first letter. */
function corrections(word: string, index: Pick<IndexSearch, "vocabulary">): string[] {
  const most = word.length < longWord ? 1 : 2;
  const [first = ""] = word;
  const isLike = (term: string): boolean =>
    Math.abs(term.length - word.length) <= most && edits(word, term) <= most;
  const near = index
    .vocabulary(first, maxNear, isLike)
    .map(({ term }) => ({ term, edits: edits(word, term) }));
  const fewest = Math.min(...near.map((entry) => entry.edits));
  return near
    .filter((entry) => entry.edits === fewest)
    .slice(0, maxCorrections)
    .map(({ term }) => term);
}

/** Levenshtein's distance, with two neighbouring letters swapped as one edit. */
function edits(a: string, b: string): number {
  const plain = distance(a, b);
  if (plain !== 2 || a.length !== b.length) return plain;
  const i = [...a].findIndex((letter, at) => letter !== b[at]);
  return a[i] === b[i + 1] && a[i + 1] === b[i] ? 1 : plain;
}
