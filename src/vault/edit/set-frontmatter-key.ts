import type { Scalar } from "yaml";
import { LociError } from "../../errors.ts";
import { lineStarts, splitLines, usualEol } from "../split-lines.ts";
import { readFrontmatter } from "../topic/frontmatter.ts";
import { findScalar, yamlWord } from "../topic/yaml.ts";
import { encodeText } from "../vault-text.ts";
import { openForEdit } from "./edit-lines.ts";

/**
 * Sets one plain value of a file's frontmatter; every other byte stays. A key that is missing becomes the last line;
 * a file without frontmatter stays as it is, unless `create` is set.
 */
export function setFrontmatterKey(
  bytes: Uint8Array,
  key: string,
  value: string,
  options: { readonly create?: boolean } = {},
): Buffer {
  const { text, hasBom, topic } = openForEdit(bytes);
  if (topic.frontmatter.lineCount === 0) {
    const block = ["---", `${key}: ${yamlWord(value)}`, "---", "", ""].join(usualEol(text));
    return encodeText(options.create === true ? block + text : text, hasBom);
  }
  const next = spliceKey(text, key, value) ?? addKey(text, key, value);
  if (next === undefined) {
    throw new LociError(
      "BAD_FRONTMATTER",
      `Cannot set the frontmatter key "${key}": it does not hold one plain value; edit it by hand`,
      { data: { key } },
    );
  }
  return encodeText(next, hasBom);
}

/** Replaces the value of a key that the frontmatter has; undefined when it cannot be spliced. */
export function spliceKey(text: string, key: string, value: string): string | undefined {
  const { lineCount } = readFrontmatter(splitLines(text));
  const starts = lineStarts(text);
  const first = starts[1] ?? 0;
  // YAML knows no lone CR: one character stands for the other.
  const yaml = text.slice(first, starts[lineCount - 1]).replace(/\r(?!\n)/g, "\n");
  const scalar = findScalar(yaml, key);
  const [from, to] = scalar?.range ?? [];
  if (scalar === undefined || from === undefined || to === undefined) return undefined;
  const space = from === to ? " " : "";
  const words = space + inStyle(scalar, value);
  return ifSays(text.slice(0, first + from) + words + text.slice(first + to), key, value);
}

/** Keeps the quotes that the value had. */
function inStyle({ type }: Scalar, value: string): string {
  if (type === "QUOTE_DOUBLE") return JSON.stringify(value);
  if (type === "QUOTE_SINGLE") return `'${value.replaceAll("'", "''")}'`;
  return yamlWord(value);
}

function addKey(text: string, key: string, value: string): string | undefined {
  const lines = splitLines(text);
  const { lineCount, values } = readFrontmatter(lines);
  if (key in values) return undefined;
  const close = lineStarts(text)[lineCount - 1] ?? 0;
  const first = lines.slice(1, lineCount - 1).find((line) => /^ *[^\s#]/.test(line)) ?? "";
  const indent = /^ */.exec(first)?.[0] ?? "";
  const line = `${indent}${key}: ${yamlWord(value)}${usualEol(text)}`;
  return ifSays(text.slice(0, close) + line + text.slice(close), key, value);
}

/** Read back, so that no odd YAML is ever made worse. */
function ifSays(text: string, key: string, value: string): string | undefined {
  const { fault, values } = readFrontmatter(splitLines(text));
  return fault === undefined && values[key] === value ? text : undefined;
}
