import { personKey } from "./viewer.ts";

/** True where lines are marked `[sensitivity:: secret]`, wherever in them the mark stands and however it is written. In doubt they are. */
export function isMarkedSecret(lines: readonly string[]): boolean {
  const text = markText(lines.join(" "));
  return text.includes("::") && secretField.test(text.replace(/\s+/g, " "));
}

/** The words of a secret line without the mark that says so. */
export const withoutSecretMark = (words: string): string =>
  words.replace(wholeMark, "").replace(/\s+/g, " ").trim();

/** True for a mark that stands by itself, which says it of its file. */
export function isBareSecretMark(lines: readonly string[]): boolean {
  if (!isMarkedSecret(lines)) return false;
  return !/[\p{L}\p{N}]/u.test(lines.join(" ").replace(/sensitivity|secret/gi, ""));
}

/** True where the frontmatter of a file, whatever else is wrong with it, says that all of the file is secret. */
export const claimsSecret = (wordsByKey: ReadonlyMap<string, readonly string[]>): boolean =>
  wordsByKey.get("sensitivity")?.some((word) => /\bsecret\b/.test(word)) ?? false;

/**
 * What stands behind each key of frontmatter, in lower case, down to the next. Values are looked for by eye, for YAML
 * that cannot be read hides as well as any.
 */
export function frontmatterWords(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>([["", []]]);
  let words = found.get("");
  for (const line of plainYaml(lines)) {
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

/** YAML's other ways to write the same: escapes, a key on a line of its own, and a value that stands elsewhere. */
const plainYaml = (lines: readonly string[]): readonly string[] =>
  lines
    .map((line) => line.replace(/^[ \t]{0,9}\?[ \t]{1,9}(\S{1,40})[ \t]{0,9}$/, "$1:"))
    .map((line) =>
      line
        .replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|U000([\da-f]{5}))/gi, decoded)
        .replace(/(sensitivity["']?[ \t]{0,9}:[ \t]{0,9})\*/gi, "$1secret "),
    );

/** The character of an escape; what is none stays away. */
const decoded = (_: string, ...digits: readonly unknown[]): string => {
  const code = Number.parseInt(String(digits.find((some) => typeof some === "string") ?? ""), 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
};

const wordsOf = (value: string): string[] =>
  value
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}_/ -]+/u)
    .map((word) => word.replace(/^[- ]+/, "").trim())
    .filter((word) => word !== "");

/** A key of YAML or TOML, in a line of its own or between braces. */
const keyName = /(?<![\p{L}\p{N}_-])["']?([A-Za-z]+)["']?[ \t]{0,9}[:=]/gu;
/** Brackets, quotes and emphasis of all kinds may stand about the two words. */
const wholeMark =
  /[[(]?sensitivity[^\p{L}\p{N}:]{0,8}::[^\p{L}\p{N}]{0,8}secret[^\p{L}\p{N}\s]{0,4}/giu;
const secretField = /sensitivity[^\p{L}\p{N}:]{0,8}::[^\])\n]{0,40}?(?<![\p{L}\p{N}])secret/iu;

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
 * Words in which marks of whose they are stay words: their brackets are escaped, unless `written`, the words as they will
 * stand in a file, has none.
 */
export function withoutOwner(words: string, written = (text: string) => text): string {
  if (markedOwner([words]) === "" || markedOwner([written(words)]) === "") return words;
  return markText(words).replace(personField, "\\$&");
}

/** The owner of what lies in something of one owner and is marked for another. */
export const joinOwners = (owners: readonly string[]): string =>
  [...new Set(owners.filter((owner) => owner !== ""))].join(", ");

const personField =
  /(?<!\\)[[(]\s{0,9}person\s{0,9}::([\s>]{0,9}\[\[[^\]]{0,200}\]\]|[^\])]{0,200})[\])]/giu;

/**
 * Text as marks are looked for in it: full-width letters and the like as plain ones, and without what is invisible, as the
 * zeros of UTF-16 or a soft hyphen, which would keep a mark from being one.
 */
export const markText = (text: string): string =>
  /[^\t\n\r\x20-\x7e]/.test(text) ? text.normalize("NFKC").replace(/[\0\p{Cf}]/gu, "") : text;
