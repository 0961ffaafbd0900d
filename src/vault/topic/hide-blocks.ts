import type { ReadBlock, ReadItem, ReadTopic } from "./read-topic.ts";

/** What of a file is to be hidden. */
export interface HideRule {
  /** True where lines carry a mark that hides them; what is nested in them, or below a heading, goes with them. */
  isMarked(lines: readonly string[]): boolean;
  /** True for a block or an item that is hidden whatever its lines say. None where it is left out. */
  isLeftOut?(part: ReadBlock | ReadItem): boolean;
}

/** Adds the lines (from 1) of hidden blocks and items to `gone`; true where something but headings is left. */
export function hideBlocks(read: ReadTopic, rule: HideRule, gone: Set<number>): boolean {
  const hider = new BlockHider(read.lines, rule, gone);
  for (const block of read.blocks) hider.hide(block);
  return hider.hasContent;
}

class BlockHider {
  hasContent = false;
  private readonly lines: readonly string[];
  private readonly rule: HideRule;
  private readonly gone: Set<number>;
  /** Depth of the hidden heading above. */
  private hiddenDepth: number | undefined;

  constructor(lines: readonly string[], rule: HideRule, gone: Set<number>) {
    this.lines = lines;
    this.rule = rule;
    this.gone = gone;
  }

  hide(block: ReadBlock): void {
    const isHeading = block.type === "heading";
    if (isHeading && block.depth <= (this.hiddenDepth ?? 0)) this.hiddenDepth = undefined;
    if (this.hiddenDepth !== undefined) this.drop(block);
    else if (block.type === "list") for (const item of block.items) this.hidePart(item);
    else if (isHeading) this.hideHeading(block);
    else this.hidePart(block);
  }

  private hideHeading(heading: Extract<ReadBlock, { type: "heading" }>): void {
    if (this.isMarked(heading)) this.hiddenDepth = heading.depth;
    if (this.isHidden(heading)) this.drop(heading);
  }

  private hidePart(part: ReadBlock | ReadItem): void {
    if (this.isHidden(part)) this.drop(part);
    else this.hasContent ||= !this.gone.has(part.line);
  }

  private isHidden(part: ReadBlock | ReadItem): boolean {
    return this.rule.isLeftOut?.(part) === true || this.isMarked(part);
  }

  private isMarked({ line, endLine }: Stretch): boolean {
    return this.rule.isMarked(this.lines.slice(line - 1, endLine));
  }

  private drop({ line, endLine }: Stretch): void {
    for (let at = line; at <= endLine; at++) this.gone.add(at);
  }
}

/** The block at the top; also one that was not closed, or is not YAML, down to the first blank line. */
export function frontmatterLines({ lines, frontmatter }: ReadTopic): readonly string[] {
  if (frontmatter.lineCount > 0) return lines.slice(1, frontmatter.lineCount);
  const first = lines.findIndex((line) => line.trim() !== "");
  if (!/^\s*(?:---|\+\+\+|;;;|\{)/.test(lines[first] ?? "")) return [];
  const end = lines.findIndex((line, i) => i > first && line.trim() === "");
  return lines.slice(first, end < 0 ? first + 100 : Math.min(end, first + 100));
}

interface Stretch {
  readonly line: number;
  readonly endLine: number;
}
