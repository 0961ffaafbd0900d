import { namedDates } from "../index/dates.ts";
import { detectLanguage, type Language, languageOf } from "../index/languages.ts";
import { foldWord, type Token, tokenize } from "../index/tokenize.ts";
import { tablesOf } from "../language/languages.ts";
import { askingWords, asksWhen } from "./cues.ts";

/** One spelling of what is asked for; `weight` says how sure it is the same. */
export interface TermForm {
  readonly text: string;
  readonly weight: number;
  /** Another word of the same meaning: it says what was asked for, and not how. */
  readonly isRelated?: boolean;
  /** The languages in which it means that; a line in another does not say it. Any, where none is named. */
  readonly languages?: readonly string[];
}

/** One thing that a question asks for, in every form in which the index may hold it. */
export interface TermGroup {
  readonly forms: readonly TermForm[];
  /** A part of a date: counts against the day of a chunk too. */
  readonly isDate: boolean;
  /** The word of the question; none for a part of a date. */
  readonly word?: string;
  /** No text holds it, nor one spelt much like it. */
  readonly isUnknown?: boolean;
}

/** A question, ready to be looked up. */
export interface Query {
  readonly groups: readonly TermGroup[];
  /** Every word, folded. */
  readonly words: ReadonlySet<string>;
  readonly asksWhen: boolean;
  /** The share of the names in it, as their capitals show them, that no text names. */
  readonly unknownNames: number;
  /** The question has no other words than such as every text has: they count then. */
  readonly onlyStopWords: boolean;
}

export interface QueryOptions {
  /** Languages that the texts are written in, commonest first. */
  readonly languages: readonly string[];
  /** Keeps what is made of a word, because the same ones are asked for again and again; nothing is kept without it. */
  readonly keep?: (word: string, make: () => TermGroup) => TermGroup;
  /** Further forms of a word in a question of language `asked`: of the same meaning, misspelt, cut short. */
  readonly expand: (token: Token, forms: readonly string[], asked: string) => readonly TermForm[];
  /** Whether any text holds a term. Where it is left out, all may. */
  readonly holds?: (term: string) => boolean;
  /** The name of who asks, folded: lines about them say "I". */
  readonly asker?: string;
}

/** Longest part of a question that is looked at; the rest of a pasted book changes nothing. */
const maxCharacters = 2000;
const maxGroups = 32;
/** Shorter names are like others too often. */
const shortestMisspelt = 6;

/** Takes a question apart. Any text is a question; one without letters or digits asks for nothing. */
export function parseQuery(text: string, options: QueryOptions): Query {
  const head = text.slice(0, maxCharacters).toWellFormed();
  const folded = foldWord(head.normalize("NFKC").toLowerCase());
  const all = tokenize(head, "query");
  const [fallback = "en"] = options.languages;
  const own = languageOf(detectLanguage(all, fallback));
  const content = all.filter((token) => !own.isStopWord(token.text));
  const asking = askingWords(own.code);
  const asked = content.filter(({ text }) => !asking.has(text));
  const kept = [asked, content, all].find((tokens) => tokens.length > 0) ?? [];
  const words = all.map((token) => token.text);
  const dates = dateGroups(head, words, own);
  const dated = new Set(dates.flatMap(({ words }) => words));
  const languages = [...new Set([own.code, ...options.languages])].map(languageOf);
  const groups = dates.map(({ group }) => group);
  const names = own.code === "de" ? new Set<string>() : namesIn(head); // There all nouns have capitals.
  const named: boolean[] = [];
  const seen = new Set<string>();
  for (const token of kept) {
    if (dated.has(token.text)) continue;
    const make = () => wordGroup(token, formsOf(token, languages), own.code, options);
    const group = options.keep?.(`${own.code} ${token.kind} ${token.raw}`, make) ?? make();
    if (names.has(token.text) && token.text !== options.asker) named.push(group.isUnknown === true);
    const [{ text: stem } = token] = group.forms;
    if (!seen.has(stem)) groups.push(group);
    seen.add(stem);
  }
  return {
    groups: groups.filter(({ forms }) => forms.length > 0).slice(0, maxGroups),
    words: new Set(words),
    asksWhen: asksWhen(folded),
    unknownNames: named.filter(Boolean).length / (named.length || 1),
    onlyStopWords: content.length === 0,
  };
}

/** The words with a capital that begin no sentence. */
const namesIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/(?<=[\p{L}\p{N},;:’'] )\p{Lu}[\p{L}\p{M}]+/gu)].flatMap(([name]) =>
      tokenize(name, "query").map(({ text }) => text),
    ),
  );

function wordGroup(
  token: Token,
  forms: readonly string[],
  asked: string,
  { expand, holds = () => true }: QueryOptions,
): TermGroup {
  // "2026-11-23" and "wi-fi" in one word: no loss where nobody writes them so, because their parts are asked for too.
  const written = token.kind === "joined" ? forms.filter(holds) : forms;
  const sure = written.map((text) => ({ text, weight: 1 }));
  const further = token.kind === "word" ? expand(token, forms, asked) : [];
  const isSpeltLike =
    token.text.length >= shortestMisspelt && further.some(({ isRelated }) => isRelated !== true);
  const isUnknown = !isSpeltLike && !forms.some(holds);
  return { isDate: false, word: token.raw, isUnknown, forms: [...sure, ...further] };
}

/** The stem in the question's language first, then in those of the texts, then as written. */
function formsOf(token: Token, languages: readonly Language[]): string[] {
  const forms = new Set<string>();
  for (const language of languages) {
    for (const spelling of [token, ...accented(token, language.code)])
      forms.add(language.stem(spelling));
  }
  return [...forms.add(token.text)];
}

const accents: Readonly<Record<string, string>> = {
  a: "áàâã",
  e: "éèê",
  i: "í",
  o: "óòõ",
  u: "ú",
  c: "ç",
};
const accentsByLanguage = tablesOf("accents");

/** The ways to write an accent on one of the last letters: people leave them out, stemmers need them. */
function accented({ text, raw, kind }: Token, language: string): Token[] {
  const used = accentsByLanguage.get(language);
  if (used === undefined || kind === "piece" || raw !== text || text.length < 3) return [];
  const spellings: Token[] = [];
  for (let i = Math.max(1, text.length - 5); i < text.length; i++) {
    for (const letter of accents[text[i] ?? ""] ?? "") {
      if (!used.includes(letter)) continue;
      spellings.push({ text, raw: `${text.slice(0, i)}${letter}${text.slice(i + 1)}`, kind });
    }
  }
  return spellings;
}

/** A date's tokens, one group each; a month or year also in the words that name it. */
function dateGroups(text: string, words: readonly string[], language: Language) {
  const groups: { readonly group: TermGroup; readonly words: readonly string[] }[] = [];
  const seen = new Set<string>();
  for (const date of namedDates(text, words)) {
    for (const token of date.tokens) {
      if (seen.has(token)) continue;
      seen.add(token);
      const named = date.tokens.length > 1 ? [] : date.words;
      const forms = [
        token,
        ...named.map((word) => language.stem({ text: word, raw: word, kind: "word" })),
      ];
      const group = { isDate: true, forms: forms.map((form) => ({ text: form, weight: 1 })) };
      groups.push({ group, words: date.words });
    }
  }
  return groups;
}
