import { allWords } from "../languages.ts";
import { foldText } from "../text/letters.ts";
import { stemWords } from "../text/stems.ts";

/** The stems of the words that carry meaning, each once. */
export function stemsOf(text: string): ReadonlySet<string> {
  return new Set(meaning(text).map(({ stem }) => stem));
}

/** The words themselves, in order. */
export const wordsOf = (text: string): readonly string[] => meaning(text).map(({ word }) => word);

const meaning = (text: string) =>
  stemWords(text).filter(({ word }) => !askingWords.has(foldText(word)));

/** Words of a question that are not what it is about, folded: "können wir", "was du über mich weißt". */
const askingWords = allWords("offlineAskingWords");

/** Of the stems asked for, the part that is among the others: 0 to 1. */
export function shareOf(asked: ReadonlySet<string>, stems: ReadonlySet<string>): number {
  return asked.size === 0 ? 0 : sharedStems(asked, stems).length / asked.size;
}

/** The stems asked for that are among the others, or nearly so. */
export function sharedStems(asked: ReadonlySet<string>, stems: ReadonlySet<string>): string[] {
  const all = [...stems];
  return [...asked].filter((stem) => stems.has(stem) || all.some((other) => isAkin(stem, other)));
}

const longestEnding = 3;
const sharedStart = 6;
/** "unhappy" is not "happy", nor "copyright" "right". */
const fewestBefore = 5;

/** "allergic" and "allergy" are one word, though their stems differ; "live" and "lively" are two. */
function isAkin(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 4 || /\d/.test(a + b)) return false;
  if (long.startsWith(short))
    return long.length - short.length <= Math.min(longestEnding, short.length - 3);
  // "Umzugskartons" says "Kartons".
  if (
    short.length >= sharedStart &&
    long.length - short.length >= fewestBefore &&
    long.endsWith(short)
  )
    return true;
  return (
    short.length >= sharedStart && long.startsWith(short.slice(0, sharedStart)) && long.length < 12
  );
}
