import type { Scalar } from "yaml";
import { LociError } from "../../errors.ts";
import { lineStarts, splitLines, usualEol } from "../split-lines.ts";
import { readFrontmatter } from "../topic/frontmatter.ts";
import { readSimpleYaml } from "../topic/simple-yaml.ts";
import { findScalar } from "../topic/yaml-engine.ts";
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
  if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(key)) {
    throw new LociError(
      "BAD_INPUT",
      `Cannot use the frontmatter key "${key}": letters, digits, "_" and "-" only`,
    );
  }
  const { text, hasBom, topic } = openForEdit(bytes);
  if (topic.frontmatter.lineCount === 0) {
    if (options.create !== true) return encodeText(text, hasBom);
    const eol = usualEol(text);
    const block = ["---", `${key}: ${yamlWord(value)}`, "---", "", ""].join(eol);
    return encodeText(block + text, hasBom);
  }
  const next = spliceKey(text, key, value) ?? addKey(text, key, value);
  if (next === undefined) {
    throw new LociError(
      "BAD_FRONTMATTER",
      `Cannot set the frontmatter key "${key}": it does not hold one plain value; edit it by hand`,
      {
        data: { key },
      },
    );
  }
  return encodeText(next, hasBom);
}

/** A value as YAML: bare where that is plain, else in double quotes. */
export function yamlWord(value: string): string {
  return readSimpleYaml([`k: ${value}`])?.k === value ? value : JSON.stringify(value);
}

/** Replaces the value of a key that the frontmatter has; undefined when it cannot be spliced. */
export function spliceKey(text: string, key: string, value: string): string | undefined {
  const lines = splitLines(text);
  const { lineCount } = readFrontmatter(lines);
  const starts = lineStarts(text);
  const first = starts[1] ?? 0;
  const close = starts[lineCount - 1] ?? 0;
  // The engine knows no lone CR: one character stands for the other.
  const yaml = text.slice(first, close).replace(/\r(?!\n)/g, "\n");
  const range = simpleRange(lines.slice(1, lineCount - 1), yaml, key) ?? scalarRange(yaml, key);
  if (range === undefined) return undefined;
  const [from, to] = [first + range.from, first + range.to];
  const next = text.slice(0, from) + range.quote(value) + text.slice(to);
  return says(next, key, value) ? next : undefined;
}

interface ValueRange {
  readonly from: number;
  readonly to: number;
  readonly quote: (value: string) => string;
}

function simpleRange(lines: readonly string[], yaml: string, key: string): ValueRange | undefined {
  if (typeof readSimpleYaml(lines)?.[key] !== "string") return undefined;
  const match = new RegExp(`^${key}: +(.*)$`, "m").exec(yaml.replace(/\r\n/g, " \n"));
  if (match === null) return undefined;
  const words = (match[1] ?? "").trimEnd();
  const from = match.index + match[0].length - (match[1] ?? "").length;
  const quote = words.startsWith('"') ? JSON.stringify : yamlWord;
  return { from, to: from + words.length, quote };
}

function scalarRange(yaml: string, key: string): ValueRange | undefined {
  const scalar = findScalar(yaml, key);
  const [from, to] = scalar?.range ?? [];
  if (scalar === undefined || from === undefined || to === undefined) return undefined;
  if (scalar.type?.startsWith("BLOCK") === true) return undefined;
  const isEmpty = from === to;
  return { from, to, quote: (value) => (isEmpty ? " " : "") + inStyle(scalar, value) };
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
  const indent = /^ */.exec(
    lines.slice(1, lineCount - 1).find((line) => /^ *[^\s#]/.test(line)) ?? "",
  );
  const line = `${indent?.[0] ?? ""}${key}: ${yamlWord(value)}${usualEol(text)}`;
  const next = text.slice(0, close) + line + text.slice(close);
  return says(next, key, value) ? next : undefined;
}

/** Read back, so that no odd YAML is ever made worse. */
function says(text: string, key: string, value: string): boolean {
  const { fault, values } = readFrontmatter(splitLines(text));
  return fault === undefined && values[key] === value;
}
