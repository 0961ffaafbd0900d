import { formsByPlace } from "../languages.ts";

/** Where a word may begin, and where it may end. */
export const before = "(?<![\\p{L}\\p{N}])";
export const after = "(?![\\p{L}\\p{N}])";

/** A pattern anywhere in a text, whole words only, without regard to case. */
export function anywhere(source: string): RegExp {
  return new RegExp(`${before}(?:${source})${after}`, "iu");
}

/** Replaces names in braces by the lists they stand for. */
export function expand(source: string, lists: Readonly<Record<string, string>>): string {
  return source.replace(/\{([a-z]+)\}/gu, (all, name: string) => {
    const list = lists[name];
    return list === undefined ? all : `(?:${list})`;
  });
}

/** Words, and what each of them means. */
export interface Numbered {
  /** The longest first. */
  readonly source: string;
  /** NaN for a word that is none of them. */
  of(word: string | undefined): number;
}

/** Words whose place in the list is their number: `one,a two`; digits stand for themselves. */
export function numbered(list: string): Numbered {
  const numbers = new Map(
    formsByPlace(list).flatMap((forms, i) => forms.map((form) => [form, i + 1])),
  );
  return {
    source: [...numbers.keys()].sort((a, b) => b.length - a.length).join("|"),
    of: (word = "") =>
      /^\d+$/u.test(word) ? Number(word) : (numbers.get(word.toLowerCase()) ?? Number.NaN),
  };
}
