import { tablesOf, wordsIn } from "../languages.ts";
import { foldText } from "./letters.ts";

/** The words of a language, folded, that say nothing of what a text is about. */
export function emptyWordsOf(code: string): ReadonlySet<string> {
  const lists = [tablesOf("commonWords"), tablesOf("stopWords"), tablesOf("questionWords")];
  return new Set(lists.flatMap((table) => wordsIn(foldText(table.get(code) ?? ""))));
}

/** Those of the languages in which what is said is read offline. */
export const emptyWords: ReadonlySet<string> = new Set(
  [...tablesOf("questionWords").keys()].flatMap((code) => [...emptyWordsOf(code)]),
);

/** A word of a text, as it is written and as it is compared. */
export interface StemmedWord {
  readonly stem: string;
  /** Lower case. */
  readonly word: string;
}

/** The words of a text that carry meaning, in order, lightly stemmed in a way that fits many languages a little. */
export function stemWords(text: string): StemmedWord[] {
  const words = text.normalize("NFC").toLowerCase().match(unit) ?? [];
  return words.flatMap(toStems);
}

const unit = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const spaceless = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+$/u;
const longestWord = 40;

function toStems(word: string): StemmedWord[] {
  if (spaceless.test(word)) return pairs(word);
  const folded = foldText(word);
  if (emptyWords.has(folded) || folded.length < 2 || folded.length > longestWord) return [];
  return [{ stem: toStem(folded), word }];
}

function pairs(word: string): StemmedWord[] {
  const characters = [...word].slice(0, 200);
  if (characters.length < 2) return [{ stem: word, word }];
  return characters.slice(1).map((next, i) => {
    const pair = (characters[i] ?? "") + next;
    return { stem: pair, word: pair };
  });
}

/** Drops the commonest endings for number, gender and tense where enough of the word is left. */
function toStem(folded: string): string {
  const bare = folded.startsWith("ال") && folded.length > 4 ? folded.slice(2) : folded;
  if (/\d/.test(bare) || bare.length < 5) return bare.length === 4 ? bare.replace(/s$/, "") : bare;
  const stem = bare.replace(/(?:ings?|ed|es|en|er|[aeos])$/, "");
  const short = stem.length < 3 ? bare : stem;
  return short.length > 4 ? short.replace(/[aeio]$/, "") : short;
}

/** The stems of a text, each once. */
export const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(stemWords(text).map(({ stem }) => stem));

/** Of the stems asked for, the part that is among the others: 0 to 1. */
export const shareOf = (asked: ReadonlySet<string>, stems: ReadonlySet<string>): number =>
  asked.size === 0 ? 0 : asked.intersection(stems).size / asked.size;
