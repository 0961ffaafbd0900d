import type { WordsByMeaning } from "../types/rules.ts";

/** Words, and what each of them means. */
export interface Lexicon {
  readonly source: string;
  /** '' for a word that is none of them. */
  meaningOf(word: string): string;
}

/** Where a word may begin, and where it may end. */
export const before = "(?<![\\p{L}\\p{N}])";
export const after = "(?![\\p{L}\\p{N}])";

/** A pattern at the start of a text, whole words only, without regard to case. */
export function atStart(source: string): RegExp {
  return new RegExp(`^(?:${source})${after}`, "iu");
}

/** A pattern anywhere in a text, whole words only. */
export function anywhere(source: string): RegExp {
  return new RegExp(`${before}(?:${source})${after}`, "iu");
}

/** A pattern that takes the whole of a text. */
export function whole(source: string): RegExp {
  return new RegExp(`^(?:${source})$`, "iu");
}

/** Replaces names in braces by the lists they stand for. */
export function expand(source: string, lists: Readonly<Record<string, string>>): string {
  return source.replace(/\{([a-z]+)\}/gu, (all, name: string) => {
    const list = lists[name];
    return list === undefined ? all : `(?:${list})`;
  });
}

/** Reads `meaning:word,word …`. */
export function lexicon(words: WordsByMeaning): Lexicon {
  const meanings = new Map<string, string>();
  for (const group of words.trim().split(/\s+/u)) {
    const [meaning = "", list = ""] = group.split(":");
    for (const word of list.split(",")) {
      meanings.set(word.replaceAll("_", " ").toLowerCase(), meaning);
    }
  }
  const sorted = [...meanings.keys()].sort((a, b) => b.length - a.length);
  return {
    source: sorted.join("|"),
    meaningOf: (word) => meanings.get(word.toLowerCase()) ?? "",
  };
}
