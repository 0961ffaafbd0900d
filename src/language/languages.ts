import { ar } from "./ar.ts";
import { ca } from "./ca.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import type { Language } from "./language.ts";
import { pt } from "./pt.ts";
import { moreLanguages } from "./recognised-languages.ts";

/** All languages; where two fit a text equally well, the first of them wins. */
const languages: readonly Language[] = [en, es, ca, pt, fr, de, it, ar, ...moreLanguages];

/** One table, by the code of each language that has it. */
export function tablesOf<Name extends keyof Language>(
  name: Name,
): ReadonlyMap<string, NonNullable<Language[Name]>> {
  return new Map(
    languages.flatMap(({ code, [name]: table }) =>
      table === undefined || table === null ? [] : [[code, table] as const],
    ),
  );
}

/** The words of a list, over several lines or one. */
export function wordsIn(list: string): readonly string[] {
  return list.split(/\s+/u).filter((word) => word !== "");
}

/** The languages that have a word in a list. */
export function languagesByWord(
  name: "commonWords" | "wordEndings" | "markerWords",
  fold = (word: string) => word,
): ReadonlyMap<string, readonly string[]> {
  const codesByWord = new Map<string, Set<string>>();
  for (const [code, words] of tablesOf(name)) {
    for (const word of wordsIn(words).map(fold)) {
      codesByWord.set(word, (codesByWord.get(word) ?? new Set()).add(code));
    }
  }
  return new Map([...codesByWord].map(([word, codes]) => [word, [...codes]]));
}

/** The forms of each word of an ordered list: `one,a two,a_couple_of`. */
export function formsByPlace(list: string): readonly (readonly string[])[] {
  return wordsIn(list).map((word) => word.replaceAll("_", " ").split(","));
}

/** What all languages call months, weekdays or the numbers to twenty. */
export function calendarNames(
  ...lists: readonly ("months" | "weekdays" | "numbers")[]
): readonly string[] {
  return lists.flatMap((list) =>
    [...tablesOf(list).values()].flatMap((names) => formsByPlace(names).flat()),
  );
}

/** The words that all languages have in a list together. */
export function allWords(name: WordList): ReadonlySet<string> {
  return new Set([...tablesOf(name).values()].flatMap(wordsIn));
}

/** The alternatives of all languages for a pattern, to be put in parentheses. */
export function anyOf(name: Pattern): string {
  return [...tablesOf(name).values()].join("|");
}

/** The forms of a list that stand between ` | `. */
export function formsIn(list: string): readonly string[] {
  return list === "" ? [] : list.split(/\s+\|\s+/u);
}

type WordList = "timeWords" | "kin" | "chatter" | "vague" | "agreements" | "refusals";
type Pattern = "asksWhen";
