import type { HideRules } from "./hide-rules.ts";

/** True where lines carry a mark that keeps them out, wherever in them it stands. In doubt they do. */
export function isMarkedPrivate(lines: readonly string[], rules: HideRules): boolean {
  const text = lines.join(" ");
  if (text.includes("::") && (secretField.test(text) || hasHiddenBank(text, rules))) return true;
  return !rules.isPrivateShown && text.includes("#") && privateTag.test(text);
}

/**
 * True where the frontmatter of a file, whatever else is wrong with it, says that the file is private or of a hidden
 * bank: values are looked for by eye, for YAML that cannot be read hides as well as any.
 */
export function claimsInFrontmatter(lines: readonly string[], rules: HideRules): FileClaims {
  const words = wordsByKey(lines);
  const has = (name: string, test: (word: string) => boolean): boolean =>
    words.get(name)?.some(test) ?? false;
  const isTagged = has("tags", hasPrivateTag) || has("tag", hasPrivateTag);
  const isPrivate = isTagged || has("private", isYes) || has("publish", isNo);
  return {
    isHidden: has("sensitivity", isSecretWord) || (isPrivate && !rules.isPrivateShown),
    isOfHiddenBank: has("bank", rules.isBankHidden),
  };
}

/** What a file's frontmatter says of its privacy. */
interface FileClaims {
  readonly isHidden: boolean;
  readonly isOfHiddenBank: boolean;
}

/** True for the tag `private` and those below it. */
export const isPrivateTag = (tag: string): boolean => /^#?private(?:\/|$)/i.test(tag.trim());

const hasPrivateTag = (words: string): boolean => words.split(" ").some(isPrivateTag);

/** What stands behind each key, in lower case, down to the next. */
function wordsByKey(lines: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>([["", []]]);
  let words = found.get("");
  for (const line of lines) {
    let from = 0;
    for (const { 0: whole, 1: name = "", index } of line.matchAll(keyName)) {
      for (const word of wordsOf(line.slice(from, index))) words?.push(word);
      const key = name.toLowerCase();
      words = found.get(key) ?? [];
      found.set(key, words);
      from = index + whole.length;
    }
    for (const word of wordsOf(line.slice(from))) words?.push(word);
  }
  return found;
}

const wordsOf = (value: string): string[] =>
  value
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}_/ -]+/u)
    .map((word) => word.trim())
    .filter((word) => word !== "");

const isYes = (word: string): boolean => /^(?:true|yes|on|1)\b/.test(word);
const isNo = (word: string): boolean => /^(?:false|no|off|0)\b/.test(word);
const isSecretWord = (word: string): boolean => /^secret\b/.test(word);

/** A key of YAML, in a line of its own or between braces. */
const keyName = /(?<![\p{L}\p{N}_-])["']?([A-Za-z]+)["']?[ \t]{0,9}:/gu;
const secretField = /sensitivity\s*::\s*["'“(]?\s*secret/iu;
const bankField = /[[(]\s*bank\s*::([^\])\n]{0,200})/giu;
/** Not a heading's address: `](#private)`, `page#private`. */
const privateTag = /(?<![\p{L}\p{N}\p{M}_/&]|\]\()#private(?![\p{L}\p{N}\p{M}_-])/iu;

function hasHiddenBank(text: string, rules: HideRules): boolean {
  for (const [, bank = ""] of text.matchAll(bankField)) {
    if (bank.trim() !== "" && rules.isBankHidden(bank)) return true;
  }
  return false;
}
