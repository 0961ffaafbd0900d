import { tablesOf, wordsIn } from "../languages.ts";
import { emptyWords } from "../text/stems.ts";

const preferences = [...tablesOf("preference").values()];
const notPlain = new Set(preferences.flatMap((words) => wordsIn(words.notPlain)));

/** A sentence in the form that is matched: in NFC, with straight apostrophes, without the full stop at its end. */
export const bareSentence = (text: string): string =>
  text
    .normalize("NFC")
    .replaceAll("’", "'")
    .trim()
    .replace(/[.!]+$/, "")
    .trimEnd();

/** True for a plain preference in one of the languages ("I love jazz", "no soporto el ruido"), not for "I love it" or "I'd like a coffee". */
export function statesPreference(text: string): boolean {
  const sentence = bareSentence(text);
  return preferences.some(({ stating }) => {
    const liked = stating.exec(sentence)?.groups?.liked;
    return liked !== undefined && isPlainThing(liked);
  });
}

/** Whether words name a thing, as "it" and "that" do not. Words of every language count: a beginning from the settings names none. */
export function isPlainThing(liked: string): boolean {
  const words = liked.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? [];
  // "Das" alone names no thing; "das Meer" does.
  return words.some((word) => !emptyWords.has(word)) && !words.some((word) => notPlain.has(word));
}
