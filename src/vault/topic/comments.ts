import type { Block } from "../markdown/scan-lines.ts";
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
    const isBound = isOpen ? isEnd(lines[at - 1] ?? "", mark) : opening.has(at);
    if (isOpen || isBound) found.add(at);
    if (isBound) isOpen = !isOpen;
  }
  return found;
}

/** Lines with a mark that nothing closes in its block, and outside code those of a mark alone. */
function openingLines({ lines, parts }: FileBlocks, mark: string): Set<number> {
  const last = lines.findLastIndex((line) => isEnd(line, mark)) + 1;
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

/** A mark stands first or last in the line: within `50%% of it` it is hardly an end. */
const isEnd = (line: string, mark: string): boolean =>
  (line.trimStart().startsWith(mark) || line.trimEnd().endsWith(mark)) &&
  countIn(line, mark) % 2 === 1;

const countIn = (text: string, sign: string): number => text.split(sign).length - 1;

type FileBlocks = Pick<ReadTopic, "lines" | "frontmatter"> & { parts: readonly (Part | Block)[] };

export function addLines(gone: Set<number>, { line, endLine }: Part | Block): void {
  for (let at = line; at <= endLine; at++) gone.add(at);
}

/**
 * A text with its code blank, each character in its place: fences, also those nested in a list or a quotation, and code
 * spans, which end with their paragraph. In linear time.
 */
export function blankCode(text: string): string {
  if (!/`|~~~/.test(text)) return text;
  let fence: { readonly mark: string; readonly column: number } | undefined;
  const lines = text.split("\n").map((line) => {
    const words = line.replace(containers, "");
    const mark = /^(?:`{3,}(?!.*`)|~{3,})?/.exec(words)?.[0] ?? "";
    const indent = /^[ \t>]*/.exec(line)?.[0].length ?? 0;
    // A line that begins further left ends the list item or quotation, and the fence in it.
    if (fence !== undefined && line.trim() !== "" && indent < fence.column) fence = undefined;
    if (fence === undefined && mark === "") return line;
    const isEnd = mark === words.trimEnd() && mark.startsWith(fence?.mark ?? " ");
    fence = isEnd ? undefined : (fence ?? { mark, column: line.length - words.length });
    return blank(line);
  });
  return lines.join("\n").split(paragraphStart).map(blankCodeSpans).join("");
}

/** Indent, marks of quotations and of items. */
const containers = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*/;
/** Before a line that does not go on with the paragraph above. */
const paragraphStart = /(?<=\n)(?=[ \t>]*(?:\n|$|#{1,6} |>|[-*+][ \t]|\d{1,9}[.)][ \t]))/;
const blank = (code: string): string => code.replace(/[^\n]/g, " ");

/** The same for the code spans of one paragraph, backticks included. */
export function blankCodeSpans(text: string): string {
  if (!text.includes("`")) return text;
  const runs = [...text.matchAll(/`+/g)];
  /** The last one first: each is closed by the next of the same length. */
  const runsByLength = Map.groupBy(runs.toReversed(), ([{ length }]) => length);
  let plain = "";
  for (const {
    0: { length },
    index,
  } of runs) {
    const same = runsByLength.get(length);
    same?.pop();
    const close = same?.at(-1);
    if (close === undefined || index < plain.length || isEscaped(text, index)) continue;
    const end = close.index + length;
    plain += text.slice(plain.length, index) + blank(text.slice(index, end));
  }
  return plain + text.slice(plain.length);
}

/** True for a character that an odd number of backslashes stands before. */
function isEscaped(text: string, at: number): boolean {
  let start = at;
  while (text[start - 1] === "\\") start--;
  return (at - start) % 2 === 1;
}
