import {
  type ReadBlock,
  type ReadItem,
  type ReadTopic,
  readTopic,
} from "../../src/vault/read-topic.ts";
import { endsInNewline } from "../../src/vault/split-lines.ts";
import type { Entry } from "../../src/vault/topic.ts";
import { blankComments, commentedLines } from "./comments.ts";
import { type HideRules, privateScopeOf } from "./hide-rules.ts";
import { knownFrontmatter } from "./known-frontmatter.ts";
import { claimsInFrontmatter, isMarkedPrivate, isPrivateTag } from "./private-marks.ts";

/** A file as far as it may be shown. */
export interface Shown {
  /** Hidden lines are blank, so that lines count as in the file; frontmatter says what Loci knows and no more. */
  readonly text: string;
  /** Entries that were taken out. */
  readonly hidden: readonly Entry[];
  /** Nothing but comments and unknown frontmatter was taken out. */
  readonly isWhole: boolean;
  /** Its frontmatter cannot be read, or it holds a NUL. */
  readonly isFaulty: boolean;
  /** Entries that are left, as they were read from the file itself: their ids are those that recall knows. */
  readonly entries: readonly Entry[];
}

/** A file of which nothing may be shown. */
export interface Hidden {
  readonly text: undefined;
  readonly hidden: readonly Entry[];
}

/**
 * Takes what is private out of the text of a file, before anything else is read from it. Pure. In doubt a line is
 * taken out: what is nested in a hidden entry, the section below a hidden heading, a block that holds a private mark
 * in the middle of its words.
 */
export function hide(path: string, text: string, rules: HideRules): Shown | Hidden {
  const read = readTopic(text.replaceAll("\0", "\ufffd"));
  const all = entriesOf(read.blocks);
  const file = fileRules(path, read, rules);
  if (file === "hidden") return { text: undefined, hidden: all };
  const gone = commentedLines(read);
  const hider = new BlockHider(file, read, rules, gone);
  for (const block of read.blocks) hider.hide(block);
  const isNothingLeft = gone.size > 0 && !hider.hasContent;
  if (isNothingLeft || (hider.isFilePrivate && !rules.isPrivateShown))
    return { text: undefined, hidden: all };
  const { lineCount } = read.frontmatter;
  const body = read.lines.map((line, i) => (gone.has(i + 1) || i < lineCount ? "" : line));
  blankComments(body, read.blocks);
  const hidden = all.filter((entry) => gone.has(entry.line));
  const head = file.isOfHiddenBank ? [] : knownFrontmatter(read.frontmatter, hidden);
  head.forEach((line, i) => {
    body[i] = line;
  });
  const end = endsInNewline(text) ? "\n" : "";
  const entries = hidden.length === 0 ? all : all.filter((entry) => !gone.has(entry.line));
  const isFaulty = read.frontmatter.fault !== undefined || text.includes("\0");
  return { text: body.join("\n") + end, hidden, isWhole: gone.size === 0, isFaulty, entries };
}

interface FileRules {
  readonly bank: string | undefined;
  /** Only entries that name another bank are shown. */
  readonly isOfHiddenBank: boolean;
}

function fileRules(path: string, read: ReadTopic, rules: HideRules): FileRules | "hidden" {
  if (!rules.isScopeShown(privateScopeOf(path))) return "hidden";
  const { values } = read.frontmatter;
  const claims = claimsInFrontmatter(frontmatterLines(read), rules);
  if (claims.isHidden || (!rules.isPrivateShown && hasPrivateTag(values))) return "hidden";
  const bank =
    typeof values.bank === "string" && values.bank.trim() !== "" ? values.bank : undefined;
  return { bank, isOfHiddenBank: claims.isOfHiddenBank || rules.isBankHidden(bank) };
}

const hasPrivateTag = (values: ReadTopic["frontmatter"]["values"]): boolean =>
  Object.entries(values).some(
    ([key, value]) =>
      /^tags?$/i.test(key) &&
      [value].flat().some((words) => words.split(/[,\s]/).some(isPrivateTag)),
  );

/** The block at the top; also one that was not closed, or is no YAML, down to the first blank line. */
function frontmatterLines({ lines, frontmatter }: ReadTopic): readonly string[] {
  if (frontmatter.lineCount > 0) return lines.slice(1, frontmatter.lineCount);
  const first = lines.findIndex((line) => line.trim() !== "");
  if (!/^\s*(?:---|\+\+\+|;;;|\{)/.test(lines[first] ?? "")) return [];
  const end = lines.findIndex((line, i) => i > first && line.trim() === "");
  return lines.slice(first, end < 0 ? first + 100 : Math.min(end, first + 100));
}

const entriesOf = (blocks: readonly ReadBlock[]): Entry[] =>
  blocks.flatMap((block) =>
    block.type === "list" ? block.items.flatMap(({ entry }) => entry ?? []) : [],
  );

/** Decides block by block what goes. */
class BlockHider {
  /** Something but headings is left. */
  hasContent = false;
  private readonly file: FileRules;
  private readonly lines: readonly string[];
  private readonly rules: HideRules;
  private readonly gone: Set<number>;
  /** A line of nothing but tags says so. */
  isFilePrivate = false;
  /** Depth of the hidden heading above. */
  private hiddenDepth: number | undefined;

  constructor(file: FileRules, { lines }: ReadTopic, rules: HideRules, gone: Set<number>) {
    this.file = file;
    this.lines = lines;
    this.rules = rules;
    this.gone = gone;
  }

  hide(block: ReadBlock): void {
    if (block.type === "heading" && block.depth <= (this.hiddenDepth ?? 0))
      this.hiddenDepth = undefined;
    if (this.hiddenDepth !== undefined) this.drop(block);
    else if (block.type === "list") for (const item of block.items) this.hideItem(item);
    else if (this.file.isOfHiddenBank || this.isMarked(block)) {
      this.isFilePrivate ||= block.type === "paragraph" && this.isLineOfTags(block);
      this.drop(block);
      if (block.type === "heading" && this.isMarked(block)) this.hiddenDepth = block.depth;
    } else this.hasContent ||= block.type !== "heading" && !this.gone.has(block.line);
  }

  private hideItem(item: ReadItem): void {
    const { entry } = item;
    const isShown = entry === undefined ? !this.file.isOfHiddenBank : this.isBankShown(entry);
    if (!isShown || this.isMarked(item)) this.drop(item);
    else this.hasContent ||= !this.gone.has(item.line);
  }

  private isBankShown({ fields }: Entry): boolean {
    const own = fields.bank;
    if (own === undefined || own.trim() === "") return !this.file.isOfHiddenBank;
    return !this.rules.isBankHidden(own);
  }

  private isMarked({ line, endLine }: Stretch): boolean {
    return isMarkedPrivate(this.lines.slice(line - 1, endLine), this.rules);
  }

  private isLineOfTags({ line, endLine }: Stretch): boolean {
    const words = this.lines
      .slice(line - 1, endLine)
      .join(" ")
      .trim()
      .split(/\s+/);
    return words.some(isPrivateTag) && words.every((word) => word.startsWith("#"));
  }

  private drop({ line, endLine }: Stretch): void {
    for (let at = line; at <= endLine; at++) this.gone.add(at);
  }
}

interface Stretch {
  readonly line: number;
  readonly endLine: number;
}
