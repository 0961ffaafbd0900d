import type { Block } from "../markdown/scan-lines.ts";
import { blankCode } from "./blank-code.ts";
import type { Part, ReadTopic } from "./read-topic.ts";

/**
 * Blanks `<!-- comments -->` and Obsidian's `%%comments%%` in the lines of a file: no reader shows them, so users do
 * not expect to see them. Those in code stay. Lines keep their number.
 */
export function blankComments(lines: string[], { parts }: ReadTopic): void {
  // What is open in one item of a list ends with it.
  for (const part of parts) {
    const own = lines.slice(part.line - 1, part.endLine);
    if (part.type === "code" || !own.some((words) => /<!--|%%|\]:/.test(words))) continue;
    const text = own.join("\n");
    const kept = withoutComments(text, part.type === "html");
    for (const [i, words] of kept.split("\n").entries()) lines[part.line - 1 + i] = words;
  }
}

/**
 * The text without comments, with as many lines; those in code stay. One that is not closed is plain text, but in a
 * block of HTML, which it ends with.
 */
export function withoutComments(text: string, isHtml = false): string {
  const prose = isHtml ? text : blankCode(text);
  const unclosed = new Set<string>();
  let kept = "";
  let from = 0;
  for (const { 0: mark, index } of prose.matchAll(opening)) {
    if (index < from || unclosed.has(mark)) continue;
    const ending = endings[mark] ?? "";
    const close = text.indexOf(ending, index + lengthOf(mark));
    if (close < 0 && (!isHtml || mark === "%%")) unclosed.add(mark);
    else {
      kept += text.slice(from, index);
      from = close < 0 ? text.length : close + ending.length;
      kept += text.slice(index, from).replace(/[^\n]+/g, "");
    }
  }
  return kept + text.slice(from);
}

/** A definition that leads nowhere, `[//]: # (words)`, is a comment by itself. */
const opening =
  /<!--|%%|^(?:[ \t>]|[-*+][ \t])*\[(?!\^)[^[\]\n]+\]:[ \t]*(?:#|<#?>)(?!\S)(?:\s*(?:\([^()]*\)|"[^"]*"|'[^']*')(?=[ \t]*$))?/gm;
/** `<!-->` is a comment, too. */
const lengthOf = (mark: string): number => (mark === "<!--" ? 2 : mark.length);
const endings: Readonly<Record<string, string>> = { "<!--": "-->", "%%": "%%" };

/**
 * Lines (from 1) of comments, or with `$$` of formulas, that go on behind the block in which they begin. What is there
 * may look like blocks of any kind. One whose mark stands alone needs no end.
 */
export function commentedLines(file: FileBlocks, mark: "%%" | "$$" = "%%"): Set<number> {
  const { lines, frontmatter } = file;
  const found = new Set<number>();
  if (!lines.some((line) => line.includes(mark))) return found;
  const opening = openingLines(file, mark);
  let isOpen = false;
  for (let at = frontmatter.lineCount + 1; at <= lines.length; at++) {
    const isBound = isOpen ? countIn(lines[at - 1] ?? "", mark) % 2 === 1 : opening.has(at);
    if (isOpen || isBound) found.add(at);
    if (isBound) isOpen = !isOpen;
  }
  return found;
}

/** Lines with a mark that nothing closes in its block, and outside code those of a mark alone. */
function openingLines({ lines, parts }: FileBlocks, mark: string): Set<number> {
  const last = lines.findLastIndex((line) => line.includes(mark)) + 1;
  const found = new Set<number>();
  for (const { type, line: first, endLine } of parts) {
    if (type === "code") continue;
    const own = lines.slice(first - 1, endLine);
    for (const [i, line] of own.entries()) if (line.trim() === mark) found.add(first + i);
    // Half of a mark in an item is a word: `100%%`.
    if (type === "item" || type === "list") continue;
    const words = blankCode(own.join("\n"));
    const line = first + countIn(words.slice(0, words.lastIndexOf(mark)), "\n");
    if (countIn(words, mark) % 2 === 1 && line < last) found.add(line);
  }
  return found;
}

const countIn = (text: string, sign: string): number => text.split(sign).length - 1;

type FileBlocks = Pick<ReadTopic, "lines" | "frontmatter"> & { parts: readonly (Part | Block)[] };

export function addLines(gone: Set<number>, { line, endLine }: Part | Block): void {
  for (let at = line; at <= endLine; at++) gone.add(at);
}
