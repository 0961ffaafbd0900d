import { personKey } from "./viewer.ts";

const secretField = /sensitivity[^\p{L}\p{N}:]{0,8}::[^\])\n]{0,40}?(?<![\p{L}\p{N}])secret/iu;
/** Brackets, quotes and emphasis of all kinds may stand about the two words. */
const wholeSecretMark =
  /[[(]?sensitivity[^\p{L}\p{N}:]{0,8}::[^\p{L}\p{N}]{0,8}secret[^\p{L}\p{N}\s]{0,4}/giu;
const personField =
  /(?<!\\)[[(]\s{0,9}person\s{0,9}::([\s>]{0,9}\[\[[^\]]{0,200}\]\]|[^\])]{0,200})[\])]/giu;

/** True where lines are marked `[sensitivity:: secret]`, wherever in them the mark stands and however it is written. In doubt they are. */
export function isMarkedSecret(lines: readonly string[]): boolean {
  const text = markText(lines.join(" "));
  return text.includes("::") && secretField.test(text.replace(/\s+/g, " "));
}

/** The words of a secret line without the mark that says so. */
export const withoutSecretMark = (words: string): string =>
  words.replace(wholeSecretMark, "").replace(/\s+/g, " ").trim();

/** True for a mark that stands by itself, which says it of its file. */
export function isBareSecretMark(lines: readonly string[]): boolean {
  if (!isMarkedSecret(lines)) return false;
  return !/[\p{L}\p{N}]/u.test(lines.join(" ").replace(/sensitivity|secret/gi, ""));
}

/**
 * Whose own lines are in which `[person:: ana]` stands, in square or round brackets, wherever it stands, also where an
 * editor wrapped it; '' where they name no one. What names several people belongs to them together: none of them sees it alone.
 */
export function markedOwner(lines: readonly string[]): string {
  const text = markText(lines.join("\n"));
  if (!text.includes("::")) return "";
  const named = Array.from(text.matchAll(personField), ([, value = ""]) =>
    personKey(value.replace(/\n[\s>]*/g, " ").replace(/^\s*\[\[|\]\]\s*$/g, "")),
  );
  return joinOwners(named);
}

/**
 * Words in which marks of whose they are stay words: their brackets are escaped, unless `written`, the words as they
 * will stand in a file, has none.
 */
export function withoutOwner(words: string, written = (text: string) => text): string {
  if (markedOwner([words]) === "" || markedOwner([written(words)]) === "") return words;
  return markText(words).replace(personField, "\\$&");
}

/** The owner of what lies in something of one owner and is marked for another. */
export const joinOwners = (owners: readonly string[]): string =>
  [...new Set(owners.filter((owner) => owner !== ""))].join(", ");

/**
 * Text as marks are looked for in it: full-width letters and brackets of Chinese keyboards as plain ones, and without
 * what is invisible, as the zeros of UTF-16 or a soft hyphen, which would keep a mark from being one.
 */
export function markText(text: string): string {
  if (!/[^\t\n\r\x20-\x7e]/.test(text)) return text;
  const plain = text.normalize("NFKC").replaceAll("【", "[").replaceAll("】", "]");
  return plain.replace(/[\0\p{Cf}\p{DI}]/gu, "");
}
