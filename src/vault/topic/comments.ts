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
 * Lines (from 1) between marks that stand alone: comments, or with `$$` formulas. What is there may look like blocks of
 * any kind. One that is not closed goes on.
 */
export function commentedLines(
  { lines, frontmatter, parts }: FileBlocks,
  mark: "%%" | "$$" = "%%",
): Set<number> {
  const found = new Set<number>();
  const isMark = (line: string): boolean => line.trim() === mark;
  if (!lines.some(isMark)) return found;
  const code = new Set<number>();
  for (const part of parts) if (part.type === "code") addLines(code, part);
  let isOpen = false;
  for (let at = frontmatter.lineCount + 1; at <= lines.length; at++) {
    const line = lines[at - 1] ?? "";
    const isBound: boolean = isMark(line) && (isOpen || !code.has(at));
    if (isOpen || isBound) found.add(at);
    isOpen = isBound ? !isOpen : isOpen && !line.trimEnd().endsWith(mark);
  }
  return found;
}

type FileBlocks = Pick<ReadTopic, "lines" | "frontmatter"> & { parts: readonly (Part | Block)[] };

export function addLines(gone: Set<number>, { line, endLine }: Part | Block): void {
  for (let at = line; at <= endLine; at++) gone.add(at);
}
