import { blankCodeSpans } from "./blank-code.ts";

/** The characters of a tag, as Obsidian has them: letters of any script, digits, `_`, `-`, `/`, emoji. */
const tagChar = "[\\p{L}\\p{N}\\p{M}\\p{Extended_Pictographic}\\u200d\\ufe0f_/-]";
/** `#2026` is a number, not a tag. */
const tag = `#(?![\\d_/-]+(?!${tagChar}))(${tagChar}+)`;
const tagPattern = new RegExp(`(?<=^|\\s)${tag}`, "gu");
const wholeTag = new RegExp(`^${tag}$`, "u");

/** All `#tags` of a text, without `#`, in order and once each; those in code spans are none. */
export function tagsOf(text: string): string[] {
  if (!text.includes("#")) return [];
  const found = [...blankCodeSpans(text).matchAll(tagPattern)];
  const apart = found.filter(({ index }) => text[index - 1] !== "`");
  return [...new Set(apart.map(([, name = ""]) => name))];
}

/** True when the word is one tag and nothing else. */
export const isTag = (word: string): boolean => wholeTag.test(word);
