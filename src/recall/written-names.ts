import { detectLanguage } from "../index/languages.ts";
import { tokenize } from "../index/tokenize.ts";
import { timeWordsOf } from "./time-words.ts";

/** Endings by which a noun of our languages is one or many, or of one gender or the other. */
const endings = ["", "s", "es", "as", "os", "a", "o", "e", "n", "en", "er"];
const shortestStem = 4;

/**
 * True for two forms of one noun, folded: "tomato" and "tomatoes", "gato" and "gatas". Narrower than a stem, which "booked"
 * shares with "books".
 */
export function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  if (`${one}s` === other || `${other}s` === one) return true;
  const shorter = Math.min(one.length, other.length);
  let stem = 0;
  while (stem < shorter && one[stem] === other[stem]) stem++;
  return (
    stem >= shortestStem && endings.includes(one.slice(stem)) && endings.includes(other.slice(stem))
  );
}

/** True where a text writes a folded word with a capital and does not begin with it. */
export function isWrittenAsName(word: string, text: string): boolean {
  const names = [...text.matchAll(/(?<=[\p{L}\p{N},;:]\s)\p{Lu}[\p{L}\p{M}]+/gu)];
  return names.some(([name]) => tokenize(name, "query").some((token) => token.text === word));
}

/** True where a text has all words of a title, and one of them as a name; a weekday names nothing. */
export function names(text: string, title: string): boolean {
  const words = tokenize(text, "query");
  const times = timeWordsOf(detectLanguage(words, "en"));
  const parts = tokenize(title, "query").map((part) =>
    words.find((word) => !times.has(word.text) && isSameWord(word.text, part.text)),
  );
  return (
    parts.length > 0 &&
    parts.every((part) => part !== undefined) &&
    parts.some((part) => part !== undefined && isWrittenAsName(part.text, text))
  );
}
