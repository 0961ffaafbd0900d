import { openForEdit } from "../../vault/edit-lines.ts";
import { readFrontmatter, toFrontmatter } from "../../vault/frontmatter.ts";
import { setFrontmatterKey, yamlWord } from "../../vault/set-frontmatter-key.ts";
import { splitLines, usualEol } from "../../vault/split-lines.ts";
import { encodeText } from "../../vault/vault-text.ts";

/**
 * Adds an alias to a file's frontmatter; every other byte stays. Undefined where the list is written in a way that
 * cannot be added to safely.
 */
export function addAlias(bytes: Uint8Array, alias: string): Buffer | undefined {
  const { text, hasBom, topic } = openForEdit(bytes);
  const aliases = toFrontmatter(topic.frontmatter.values).aliases;
  if (aliases.includes(alias)) return Buffer.from(bytes);
  if (topic.frontmatter.lineCount === 0) return withNewBlock(bytes, alias);
  const eol = usualEol(text);
  const edited = editLines(text.split(eol), topic.frontmatter.lineCount, yamlWord(alias));
  const next = edited?.join(eol);
  if (next === undefined || !saysOneMore(text, next, alias)) return undefined;
  return encodeText(next, hasBom);
}

function withNewBlock(bytes: Uint8Array, alias: string): Buffer | undefined {
  const opened = setFrontmatterKey(bytes, "aliases", alias, { create: true });
  const { text, hasBom } = openForEdit(opened);
  const eol = usualEol(text);
  const [fence = "", , ...rest] = text.split(eol);
  return encodeText([fence, `aliases: [${yamlWord(alias)}]`, ...rest].join(eol), hasBom);
}

function editLines(
  lines: readonly string[],
  lineCount: number,
  word: string,
): readonly string[] | undefined {
  const close = lineCount - 1;
  const key = lines.findIndex((line, i) => i > 0 && i < close && /^ *aliases:/.test(line));
  if (key < 0) {
    const first = lines.slice(1, close).find((line) => /^ *[^\s#]/.test(line)) ?? "";
    const indent = /^ */.exec(first)?.[0] ?? "";
    return lines.toSpliced(close, 0, `${indent}aliases: [${word}]`);
  }
  const [, head = "", value = "", tail = ""] =
    /^( *aliases:)(?: +([^\s#].*?))?((?:(?<! ) +(?:#.*)?)?)$/s.exec(lines[key] ?? "") ?? [];
  if (value === "") return addToBlock(lines, { key, close, word, head, tail });
  if (value.startsWith("[") && value.endsWith("]")) {
    const inner = value.slice(1, -1).trimEnd();
    const list = inner.trim() === "" ? `[${word}]` : `[${inner}, ${word}]`;
    return lines.with(key, `${head} ${list}${tail}`);
  }
  if (/^["'|>&*{!]/.test(value)) return undefined;
  return lines.with(key, `${head} [${value}, ${word}]${tail}`);
}

interface BlockPlace {
  readonly key: number;
  readonly close: number;
  readonly word: string;
  readonly head: string;
  readonly tail: string;
}

/** A list with a line for each word, or none yet. */
function addToBlock(
  lines: readonly string[],
  { key, close, word, head, tail }: BlockPlace,
): readonly string[] {
  let last = key;
  for (let i = key + 1; i < close && /^ *(?:- |#|$)/.test(lines[i] ?? ""); i++) {
    if (/^ *- /.test(lines[i] ?? "")) last = i;
  }
  if (last === key) return lines.with(key, `${head} [${word}]${tail}`);
  const indent = /^ *- +/.exec(lines[last] ?? "")?.[0] ?? "  - ";
  return lines.toSpliced(last + 1, 0, indent + word);
}

/** Read back, so that no odd YAML is ever made worse. */
function saysOneMore(before: string, after: string, alias: string): boolean {
  const [old, now] = [before, after].map((text) => readFrontmatter(splitLines(text)));
  if (old === undefined || now === undefined || now.fault !== undefined) return false;
  const { aliases: _, ...others } = old.values;
  const { aliases: __, ...same } = now.values;
  const [had, has] = [toFrontmatter(old.values).aliases, toFrontmatter(now.values).aliases];
  return (
    JSON.stringify(others) === JSON.stringify(same) &&
    JSON.stringify([...had, alias]) === JSON.stringify(has)
  );
}
