import { LociError } from "../errors.ts";
import { openForEdit } from "./edit-lines.ts";
import { cleanText } from "./entry.ts";
import { readFrontmatter, toFrontmatter } from "./frontmatter.ts";
import { yamlWord } from "./set-frontmatter-key.ts";
import { lineStarts, splitLines, usualEol } from "./split-lines.ts";
import { encodeText } from "./vault-text.ts";

/**
 * Adds a further name to a topic file's frontmatter, which is made where there is none; every other byte stays. A file
 * that has the name is left as it is. Throws BAD_FRONTMATTER where its list cannot be added to.
 */
export function addAlias(bytes: Uint8Array, alias: string): Buffer {
  const name = cleanText(alias).trim();
  if (name === "") throw new LociError("BAD_INPUT", "Cannot add an empty alias: give it a name");
  const { text, hasBom, topic } = openForEdit(bytes);
  const { aliases } = toFrontmatter(topic.frontmatter.values);
  if (aliases.includes(name)) return Buffer.from(bytes);
  for (const edited of candidates(text, name, aliases)) {
    if (addsOnly(text, edited, [...aliases, name])) return encodeText(edited, hasBom);
  }
  throw new LociError(
    "BAD_FRONTMATTER",
    `Cannot add the alias "${name}": the file's list of aliases is written in a way that Loci does not change; add it by hand`,
    { data: { alias: name } },
  );
}

/** The text with the alias wherever it may belong; which is right shows when it is read back. */
function* candidates(text: string, name: string, aliases: readonly string[]): Generator<string> {
  const lines = splitLines(text);
  const { lineCount, values } = readFrontmatter(lines);
  const word = yamlWord(name);
  const eol = usualEol(text);
  const block = lines.slice(0, Math.max(0, lineCount - 1));
  const at = block.findIndex((line, i) => i > 0 && /^ *aliases:(?:[ \t]|$)/.test(line));
  if (lineCount === 0) yield ["---", `aliases: [${word}]`, "---", "", ""].join(eol) + text;
  else if (at < 0) {
    const indent = /^ */.exec(block.find((line, i) => i > 0 && /^ *[^\s#]/.test(line)) ?? "")?.[0];
    yield insertLine(text, lineCount - 1, `${indent ?? ""}aliases: [${word}]`);
  } else {
    yield* inFlow(text, { at, lineCount, word });
    yield* inBlock(text, block, { at, word });
    const line = block[at] ?? "";
    if (typeof values.aliases === "string" || saysNothing(line)) {
      yield inPlaceOfWords(text, line, { at, words: [...aliases, name] });
    }
  }
}

/** True for a key without a value. */
function saysNothing(line: string): boolean {
  const [value = ""] = line.slice(line.indexOf(":") + 1).split(" #", 1);
  return ["", "null", "~"].includes(value.trim());
}

/** Closing brackets that may end the list, at most. */
const mostBrackets = 8;

/** `[a, b]`, on one line or several. */
function* inFlow(
  text: string,
  {
    at,
    lineCount,
    word,
  }: { readonly at: number; readonly lineCount: number; readonly word: string },
): Generator<string> {
  const starts = lineStarts(text);
  const end = starts[lineCount - 1] ?? 0;
  let close = text.indexOf("]", starts[at]);
  for (let n = 0; n < mostBrackets && close >= 0 && close < end; n++) {
    const head = text.slice(0, close);
    const words = head.trimEnd();
    const comma = /[[,]$/.test(words) ? "" : ",";
    const space = words.endsWith("[") ? "" : " ";
    yield words + comma + space + word + text.slice(words.length);
    yield head + comma + space + word + text.slice(close);
    close = text.indexOf("]", close + 1);
  }
}

/** `- a`, one a line. */
function inBlock(
  text: string,
  block: readonly string[],
  { at, word }: { readonly at: number; readonly word: string },
): string[] {
  const next = block.findIndex((line, i) => i > at && /^ *[^\s#-]/.test(line));
  const own = block.slice(0, next < 0 ? undefined : next);
  const last = own.findLastIndex((line, i) => i > at && /^ *-(?: |$)/.test(line));
  if (last < 0) return [];
  const indent = /^ */.exec(own[last] ?? "")?.[0] ?? "";
  return [insertLine(text, last + 1, `${indent}- ${word}`)];
}

/** `aliases: a`, or nothing behind the key: a list takes its place, and a comment stays. */
function inPlaceOfWords(
  text: string,
  line: string,
  { at, words }: { readonly at: number; readonly words: readonly string[] },
): string {
  const key = line.slice(0, line.indexOf(":") + 1);
  const comment = line.includes(" #") ? line.slice(line.indexOf(" #")) : "";
  const start = lineStarts(text)[at] ?? 0;
  const list = ` [${words.map(yamlWord).join(", ")}]`;
  return text.slice(0, start) + key + list + comment + text.slice(start + line.length);
}

function insertLine(text: string, index: number, line: string): string {
  const at = lineStarts(text)[index] ?? text.length;
  return text.slice(0, at) + line + usualEol(text) + text.slice(at);
}

/** Read back, so that no odd YAML is ever made worse. */
function addsOnly(before: string, after: string, aliases: readonly string[]): boolean {
  const [old, now] = [before, after].map((text) => readFrontmatter(splitLines(text)));
  if (old === undefined || now === undefined || now.fault !== undefined) return false;
  const others = (values: object): string => JSON.stringify({ ...values, aliases: null });
  const body = before.slice(lineStarts(before)[old.lineCount] ?? before.length);
  const isBody =
    after.slice(lineStarts(after)[now.lineCount] ?? after.length).trimStart() === body.trimStart();
  return (
    JSON.stringify(toFrontmatter(now.values).aliases) === JSON.stringify(aliases) &&
    others({ aliases: null, ...old.values }) === others({ aliases: null, ...now.values }) &&
    isBody
  );
}
