import type { Grammar } from "../grammar/grammar.ts";
import { foldText } from "../text/letters.ts";

/** The words of a text that carry its meaning. */
export function contentOf(text: string, grammars: readonly Grammar[]): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}·-]*/gu) ?? [];
  const content = words.filter(
    (word) => /\p{N}/u.test(word) || (word.length > 1 && !grammars.some((g) => g.words.has(word))),
  );
  return new Set(content.map(plain));
}

/** Each of the words, in one form or another, is among the others. */
export function within(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...words].every(
    (word) => others.has(word) || [...others].some((other) => alike(word, other)),
  );
}

/** Forms of one word: the same first letters and nearly the same length. */
function alike(a: string, b: string): boolean {
  return (
    a.length > 3 && b.length > 3 && a.slice(0, -1).startsWith(b.slice(0, Math.max(4, b.length - 2)))
  );
}

/** Lower case without accents and punctuation. */
export function plain(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
