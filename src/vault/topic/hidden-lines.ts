import type { Part, ReadTopic } from "./read-topic.ts";

/** What of a file is to be hidden. */
export interface HideRule {
  /** True where lines carry a mark that hides them; what is nested in them, or below a heading, goes with them. */
  isMarked(lines: readonly string[]): boolean;
  /** True for a block or an item that is hidden whatever its lines say. None where it is left out. */
  isLeftOut?(part: Part): boolean;
}

/** Adds the lines (from 1) of hidden blocks and items to `gone`; true where something but headings is left. */
export function hideBlocks(
  read: ReadTopic,
  { isMarked, isLeftOut = () => false }: HideRule,
  gone: Set<number>,
): boolean {
  let hasContent = false;
  const isHidden = createReach(isMarked);
  for (const part of withFootnotes(read)) {
    const lines = read.lines.slice(part.line - 1, part.endLine);
    const depth = depthOf(part, lines);
    if (isHidden(part, lines, depth) || isLeftOut(part)) addLines(gone, part);
    else hasContent ||= depth === noHeading && !gone.has(part.line);
  }
  return hasContent;
}

/** Whether each part in turn is marked, or lies where an earlier mark reaches: its section, or its element of HTML. */
function createReach(isMarked: HideRule["isMarked"]) {
  let hiddenDepth = 0;
  /** Elements that are open; where it falls to `shownLevel`, what a mark in one of them hides is over. */
  let level = 0;
  let shownLevel = Number.POSITIVE_INFINITY;
  return (part: Part, lines: readonly string[], depth: number): boolean => {
    if (depth <= hiddenDepth) hiddenDepth = 0;
    const isBelow = hiddenDepth > 0 || level > shownLevel;
    const isOwn = !isBelow && isMarked(lines);
    const before = level;
    level = Math.max(0, level + openedIn(part, lines));
    if (isOwn) hiddenDepth = depth;
    if (isOwn && (level > before || isSummary(lines))) shownLevel = Math.min(before, level - 1);
    else if (level <= shownLevel) shownLevel = Number.POSITIVE_INFINITY;
    return isBelow || isOwn;
  };
}

/** A footnote is one part with its further paragraphs, which are indented. */
function withFootnotes({ parts, lines }: ReadTopic): Part[] {
  const found: Part[] = [];
  let isFootnote = false;
  for (const part of parts) {
    const [first = "", ...more] = lines.slice(part.line - 1, part.endLine);
    const last = found.at(-1);
    if (last && isFootnote && part.type === "code" && /^(?: {4}|\t)/.test(first))
      found[found.length - 1] = { ...last, endLine: part.endLine };
    else {
      isFootnote = [first, ...more].some((line) => /^ {0,3}\[\^[^\]]+\]:/.test(line));
      found.push(part);
    }
  }
  return found;
}

/** Deeper than any: what is marked and no heading ends before the next part. */
const noHeading = 7;

function depthOf(part: Part, lines: readonly string[]): number {
  if (part.type === "heading") return part.depth;
  const [, depth = noHeading] = /<h([1-6])\b/i.exec(part.type === "html" ? lines.join() : "") ?? [];
  return Number(depth);
}

/** How many more elements of HTML lines open than they close. */
function openedIn({ type }: Part, lines: readonly string[]): number {
  if (type === "code" || !lines.some((line) => line.includes("<"))) return 0;
  const marks = [...lines.join("\n").matchAll(element)];
  return marks.reduce((sum, [, slash]) => sum + (slash === "" ? 1 : -1), 0);
}

/** Those that blocks may stand in, and whose end is always written. */
const element = /<(\/?)(?:article|aside|blockquote|details|div|dl|ol|section|table|ul)\b/gi;

const isSummary = (lines: readonly string[]): boolean =>
  lines.some((line) => /<summary\b/i.test(line));

export function addLines(gone: Set<number>, { line, endLine }: Part): void {
  for (let at = line; at <= endLine; at++) gone.add(at);
}
