import { isDeepStrictEqual } from "node:util";
import { LociError } from "../../errors.ts";
import { splitLines, splitRows, usualEol } from "../split-lines.ts";
import { readFrontmatter } from "../topic/frontmatter.ts";
import { yamlWord } from "../topic/yaml.ts";
import { encodeText } from "../vault-text.ts";
import { openForEdit } from "./edit-lines.ts";

/** A word, or a list, which is written `[in, brackets]` on one line and may replace a word. */
type Value = string | readonly string[];

/**
 * Sets one plain value of a file's frontmatter; every other byte stays. A key that is missing becomes the last line, and
 * a file without frontmatter gets some.
 */
export function setFrontmatterKey(bytes: Uint8Array, key: string, value: Value): Buffer {
  const { text, hasBom, topic } = openForEdit(bytes);
  const block = ["---", `${key}: ${inStyle("", value)}`, "---", "", ""].join(usualEol(text));
  const isNew = topic.frontmatter.lineCount === 0;
  const next = isNew ? block + text : spliceKey(text, key, value);
  if (next === undefined) {
    const message = `Cannot set the frontmatter key "${key}": it does not hold one plain value; edit it by hand`;
    throw new LociError("BAD_FRONTMATTER", message, { data: { key } });
  }
  return encodeText(next, hasBom);
}

/** The file with the day (`YYYY-MM-DD`) of a change, where it says one; every other byte stays. */
export function setUpdated(bytes: Uint8Array, day: string): Buffer {
  const { text, hasBom, topic } = openForEdit(bytes);
  const isDated = topic.frontmatter.values.updated !== undefined;
  return encodeText((isDated && spliceKey(text, "updated", day)) || text, hasBom);
}

/** The text with a plain value of its frontmatter; undefined where it would not read back with all else as before. */
function spliceKey(text: string, key: string, value: Value): string | undefined {
  const { lineCount, values } = readFrontmatter(splitLines(text));
  if (Array.isArray(values[key]) && !Array.isArray(value)) return undefined;
  const rows = splitRows(text);
  const close = rows.slice(0, lineCount - 1).join("").length;
  const found = new RegExp(`(?<=[\\r\\n]${key}:)${plainValue}`).exec(text.slice(0, close));
  const [from, to] = found ? [found.index, found.index + found[0].length] : [close, close];
  const [, space, word = ""] = found ?? [];
  const added = found
    ? `${space || " "}${inStyle(word, value)}`
    : `${key}: ${inStyle("", value)}${usualEol(text)}`;
  const next = text.slice(0, from) + added + text.slice(to);
  const after = readFrontmatter(splitLines(next));
  const isSet = isDeepStrictEqual(after.values, { ...values, [key]: value });
  return isSet && after.fault === undefined ? next : undefined;
}

/** Spaces and one word or list of YAML, or none, with nothing but a comment behind it on its line. */
const plainValue = String.raw`([ \t]*)(\[[^\]\r\n]*\]|"[^"\r\n]*"|'[^'\r\n]*'|[^\s"'#[{|>&*!][^\r\n]*?)?(?=[ \t]*(?:[ \t]#[^\r\n]*)?[\r\n])`;

/** Keeps the quotes that a word had. */
function inStyle(old: string, value: Value): string {
  if (typeof value !== "string") return `[${value.map(yamlWord).join(", ")}]`;
  if (old.startsWith('"')) return JSON.stringify(value);
  return old.startsWith("'") ? `'${value.replaceAll("'", "''")}'` : yamlWord(value);
}
