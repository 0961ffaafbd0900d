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
  { lines, parts }: ReadTopic,
  { isMarked, isLeftOut = () => false }: HideRule,
  gone: Set<number>,
): boolean {
  let hasContent = false;
  let hiddenDepth = 0;
  for (const part of parts) {
    const depth = part.type === "heading" ? part.depth : undefined;
    if (depth !== undefined && depth <= hiddenDepth) hiddenDepth = 0;
    const isBelow = hiddenDepth > 0;
    const isOwn = !isBelow && isMarked(lines.slice(part.line - 1, part.endLine));
    if (isOwn) hiddenDepth = depth ?? 0;
    if (isBelow || isOwn || isLeftOut(part)) addLines(gone, part);
    else hasContent ||= depth === undefined && !gone.has(part.line);
  }
  return hasContent;
}

function addLines(gone: Set<number>, { line, endLine }: Part): void {
  for (let at = line; at <= endLine; at++) gone.add(at);
}
