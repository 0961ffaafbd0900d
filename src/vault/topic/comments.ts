import { blankCode } from "./blank-code.ts";
import type { ReadTopic } from "./read-topic.ts";

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
    const toEnd = part.type === "html";
    const kept = withoutComments(text, toEnd ? text : blankCode(text), toEnd);
    for (const [i, words] of kept.split("\n").entries()) lines[part.line - 1 + i] = words;
  }
}

/**
 * The text without comments, with as many lines. They are looked for in `prose`, the same text with its code blank. One
 * that is not closed is plain text, unless it reaches `toEnd`.
 */
export function withoutComments(text: string, prose = text, toEnd = false): string {
  const unclosed = new Set<string>();
  let kept = "";
  let from = 0;
  for (const { 0: mark, index } of prose.matchAll(opening)) {
    if (index < from || unclosed.has(mark)) continue;
    const ending = endings[mark] ?? "";
    const close = text.indexOf(ending, index + (ending === "" ? mark.length : 2));
    if (close < 0 && (!toEnd || mark === "%%")) unclosed.add(mark);
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
  /<!--|%%|^[ \t>]*\[(?!\^)[^[\]\n]+\]:[ \t]*(?:#|<#?>)(?!\S)(?:\s*(?:\([^()]*\)|"[^"]*"|'[^']*')(?=[ \t]*$))?/gm;
const endings: Readonly<Record<string, string>> = { "<!--": "-->", "%%": "%%" };

/** Lines (from 1) between `%%` that stand alone, which may hold blocks of any kind. One that is not closed goes on. */
export function commentedLines({ lines, parts, frontmatter }: ReadTopic): Set<number> {
  const found = new Set<number>();
  if (!lines.some(isMark)) return found;
  const code = parts.filter(({ type }) => type === "code");
  let isOpen = false;
  let next = 0;
  for (let at = frontmatter.lineCount + 1; at <= lines.length; at++) {
    const line = lines[at - 1] ?? "";
    while ((code[next]?.endLine ?? at) < at) next++;
    const isCode = (code[next]?.line ?? at + 1) <= at;
    const isBound: boolean = isMark(line) && (isOpen || !isCode);
    if (isOpen || isBound) found.add(at);
    isOpen = isBound ? !isOpen : isOpen && !line.trimEnd().endsWith("%%");
  }
  return found;
}

const isMark = (line: string): boolean => line.trim() === "%%";
