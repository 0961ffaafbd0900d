import { codeIn } from "./inline-code.ts";
import type { Span } from "./inline-tags.ts";
import type { ReadBlock, ReadTopic } from "./read-topic.ts";

/**
 * Blanks `<!-- comments -->` and Obsidian's `%%comments%%` in the lines of a file: no reader shows them, so users do not
 * expect to see them. Those in code stay, unless that is asked for. Lines keep their number.
 */
export function blankComments(
  lines: string[],
  blocks: readonly ReadBlock[],
  { alsoInCode = false } = {},
): void {
  for (const block of blocks.flatMap(itemsOf)) {
    if (block.type === "code") continue;
    const own = lines.slice(block.line - 1, block.endLine);
    if (!own.some((line) => line.includes("<!--") || line.includes("%%"))) continue;
    const toEnd = block.type === "html";
    const code = alsoInCode || toEnd ? [] : codeIn(own);
    const kept = withoutComments(own.join("\n"), { code, toEnd }).split("\n");
    for (const [i, line] of kept.entries()) lines[block.line - 1 + i] = line;
  }
}

/** A list item by item: what is open in one ends with it. */
const itemsOf = (block: ReadBlock): readonly { type?: string; line: number; endLine: number }[] =>
  block.type === "list" ? block.items : [block];

/** The text without comments, with as many lines; `toEnd`: one that is not closed reaches to the end. */
export function withoutComments(
  text: string,
  { code = [], toEnd = false }: CommentPlaces = {},
): string {
  const isCode = insideOf(code);
  const unclosed = new Set<string>();
  let kept = "";
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(/<!--|%%/g)) {
    if (index < from || isCode(index) || unclosed.has(mark)) continue;
    const end = commentEnd(text, mark, index) ?? (toEnd && mark !== "%%" ? text.length : undefined);
    if (end === undefined) unclosed.add(mark);
    else {
      kept += text.slice(from, index) + text.slice(index, end).replace(/[^\n]+/g, "");
      from = end;
    }
  }
  return kept + text.slice(from);
}

interface CommentPlaces {
  readonly code?: readonly Span[];
  readonly toEnd?: boolean;
}

function commentEnd(text: string, mark: string, at: number): number | undefined {
  const ending = mark === "%%" ? "%%" : "-->";
  const close = text.indexOf(ending, at + 2);
  return close < 0 ? undefined : close + ending.length;
}

/** Lines (from 1) between `%%` that stand alone, which may hold blocks of any kind. One that is not closed goes on. */
export function commentedLines({ lines, blocks, frontmatter }: ReadTopic): Set<number> {
  const found = new Set<number>();
  if (!lines.some((line) => line.trim() === "%%")) return found;
  const isCode = new Set<number>();
  for (const { type, line, endLine } of blocks) {
    for (let at = line; type === "code" && at <= endLine; at++) isCode.add(at);
  }
  let isOpen = false;
  lines.forEach((line, i) => {
    const isMark =
      line.trim() === "%%" && i >= frontmatter.lineCount && (isOpen || !isCode.has(i + 1));
    if (isOpen || isMark) found.add(i + 1);
    if (isMark) isOpen = !isOpen;
    else if (isOpen && line.trimEnd().endsWith("%%")) isOpen = false;
  });
  return found;
}

/** Whether an offset is in one of the spans; to be asked from left to right. */
function insideOf(spans: readonly Span[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while (next < spans.length && (spans[next]?.to ?? 0) <= at) next++;
    return next < spans.length && (spans[next]?.from ?? 0) <= at;
  };
}
