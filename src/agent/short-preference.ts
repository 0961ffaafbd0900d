import { tablesOf, wordsIn } from "../language/languages.ts";
import { capital } from "../language/text/letters.ts";

/** What counts as short, and further beginnings of a preference. */
export interface ShortcutSettings {
  readonly enabled: boolean;
  /** In characters. */
  readonly maxLength: number;
  readonly words: readonly string[];
}

/**
 * The memory in a short plain preference ("I love jazz", "no soporto el ruido"), which needs no model to be kept; undefined
 * for anything else. Rather misses one than keeps "I love it", "I'd like a coffee" or a question: what is missed here is
 * found when the conversation ends.
 */
export function shortPreference(
  message: string,
  { enabled, maxLength, words }: ShortcutSettings,
): string | undefined {
  const said = message.normalize("NFC").replaceAll("’", "'").trim();
  const sentence = said.replace(/[.!]+$/, "").trimEnd();
  if (!enabled || [...said].length > maxLength || notOneSentence.test(sentence)) return undefined;
  const liked = [
    ...preferences.map(({ stating }) => stating.exec(sentence)?.groups?.liked),
    ...words.map((beginning) => after(beginning, sentence)),
  ];
  return liked.some((thing) => thing !== undefined && isPlain(thing))
    ? capital(sentence)
    : undefined;
}

/** A question, and what may be code or a quotation, too. */
const notOneSentence = /[.,;:!?¿¡…\n\r"“”«»()[\]{}<>#*`|\\/]/;

const preferences = [...tablesOf("preference").values()];

function after(beginning: string, sentence: string): string | undefined {
  const start = `${beginning.normalize("NFC").replaceAll("’", "'").toLowerCase()} `;
  return sentence.toLowerCase().startsWith(start) ? sentence.slice(start.length) : undefined;
}

const notPlain = new Set(preferences.flatMap((words) => wordsIn(words.notPlain)));

/** In any language: in which one the person has the beginning, nobody knows. */
function isPlain(liked: string): boolean {
  const words = liked.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? [];
  return words.length > 0 && !words.some((word) => notPlain.has(word));
}
