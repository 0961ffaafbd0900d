import type { WordsBySlot } from "../types/rules.ts";

/** Words and the slot each stands for. */
export interface Lexicon {
  readonly source: string;
  slotOf(word: string): string;
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

/** Reads `slot:word,word …`. */
export function lexicon(words: WordsBySlot): Lexicon {
  const slots = new Map<string, string>();
  for (const group of words.trim().split(/\s+/u)) {
    const [slot = "", list = ""] = group.split(":");
    for (const word of (list === "" ? slot : list).split(",")) {
      slots.set(word.replaceAll("_", " ").toLowerCase(), slot);
    }
  }
  const sorted = [...slots.keys()].sort((a, b) => b.length - a.length);
  return { source: sorted.join("|"), slotOf: (word) => slots.get(word.toLowerCase()) ?? "" };
}
