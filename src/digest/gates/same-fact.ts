import { negationsOf } from "./polarity.ts";
import { namesIn } from "./words.ts";

/** The stems of a text in order: of all words, and of those that carry meaning. */
export type StemText = (
  text: string,
  language: string,
) => Readonly<Record<"all" | "content", readonly string[]>>;

export interface Statement {
  readonly text: string;
  /** Two letters. */
  readonly language: string;
}

/**
 * True when two statements say the same in the same words: equal stems in the same order, but for articles and "I",
 * and no difference in negations, numbers or names. Nothing less is a duplicate: a contradiction is as similar.
 */
export function isSameFact(one: Statement, other: Statement, stem: StemText): boolean {
  const [a, b] = [statementWords(one, stem), statementWords(other, stem)];
  return a.length > 0 && isEqual(a, b) && agree(one.text, other.text);
}

/** How many content stems two statements share, of the shorter one's (0 to 1). */
export function sharedContent(one: Statement, other: Statement, stem: StemText): number {
  const [a, b] = [one, other].map(({ text }) => new Set(stem(text, one.language).content));
  const shared = a?.intersection(b ?? a).size ?? 0;
  return shared / Math.max(1, Math.min(a?.size ?? 0, b?.size ?? 0));
}

/** True when two texts have the same negations, and the same numbers and names in order: only then may they say the same. */
export function agree(one: string, other: string): boolean {
  const texts = [one, other].map((text) => text.normalize("NFC")); // "Julia" is not "Júlia".
  const names = new Set(texts.flatMap(namesIn).map((name) => name.toLowerCase()));
  const [a = [], b = []] = texts.map((text) => {
    const words = text.toLowerCase().match(/\p{N}+(?:[.,:/-]\p{N}+)*|[\p{L}\p{M}\p{N}]+/gu) ?? [];
    return words.filter((word) => names.has(word) || /^\p{N}/u.test(word));
  });
  return isEqual(a, b) && isEqual(negationsOf(one), negationsOf(other));
}

/** The stems by which statements are compared; both in one language, or one word would have two stems. */
export const statementWords = ({ text, language }: Statement, stem: StemText): string[] =>
  stem(text, language).all.filter((word) => !ignored.has(word));

/** Articles, and the subject of a memory that is written as it was said. */
const ignored = new Set(
  "the a an i el la los las lo un una uno unos unas els les l yo jo en na o os as um uma eu le un une des du je j der die das den dem ein eine einen ich il gli io".split(
    " ",
  ),
);

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, i) => word === other[i]);
