import { htmlBlockOf } from "../markdown/html-blocks.ts";
import { addLines, blankCode, commentedLines, withoutComments } from "./comments.ts";
import { claimsSecret, frontmatterWords } from "./frontmatter.ts";
import type { Part, ReadTopic } from "./read-topic.ts";
import { isBareSecretMark, isMarkedSecret, markText } from "./secret-marks.ts";

/** What of a file is for this device and its network alone. */
export interface Secrets {
  /** All of the file is. */
  readonly isWhole: boolean;
  /** Lines (from 1) that are. */
  readonly lines: ReadonlySet<number>;
}

/**
 * Finds what is secret in a file: what is marked so, and comments of whole blocks, which no reader shows. In doubt it
 * is secret. Pure.
 */
export const findSecrets = (read: ReadTopic): Secrets => findMarked(read, commentedLines(read));

/** Lines, blocks and sections that are marked as secret, and all of a file whose frontmatter says so. Pure. */
export function findMarked(read: ReadTopic, lines: Set<number> = new Set()): Secrets {
  const isMentioned = read.lines.some((line) => /sensitivity/i.test(markText(line)));
  if (lines.size === 0 && !isMentioned) return { isWhole: false, lines };
  const hasContent = hideBlocks(read, { isMarked: isMarkedSecret }, lines);
  const isWhole =
    claimsSecret(frontmatterWords(read)) ||
    (lines.size > 0 && !hasContent) ||
    read.parts.some(
      ({ type, line, endLine }) =>
        type === "paragraph" && isBareSecretMark(read.lines.slice(line - 1, endLine)),
    );
  return { isWhole, lines };
}

/** True for a part of a file that holds something secret. */
export function isSecret(
  { line, endLine }: { readonly line: number; readonly endLine: number },
  { secrets }: { readonly secrets: Secrets },
): boolean {
  if (secrets.isWhole || secrets.lines.size === 0) return secrets.isWhole;
  for (let at = line; at <= endLine; at++) if (secrets.lines.has(at)) return true;
  return false;
}

/** True where lines carry a mark that hides them; what is nested in them, or below a heading, goes with them. */
type IsMarked = (lines: readonly string[]) => boolean;

/** A part with its text. */
type Block = Part & { readonly words: string };

/**
 * Adds the lines (from 1) of hidden blocks and items to `gone`; true where something but headings is left. What
 * `isLeftOut` says so of is hidden whatever its lines say.
 */
export function hideBlocks(
  read: ReadTopic,
  { isMarked, isLeftOut }: { isMarked: IsMarked; isLeftOut?: (part: Part) => boolean },
  gone: Set<number>,
): boolean {
  let hasContent = false;
  const isHidden = createReach(isMarked);
  for (const group of inGroups(read)) {
    const isGone = isHidden(group) || (isLeftOut !== undefined && group.some(isLeftOut));
    for (const block of group) {
      if (isGone) addLines(gone, block);
      else hasContent ||= depthOf(block) === noHeading && !gone.has(block.line);
    }
  }
  return hasContent;
}

/** Whether each group in turn is marked, or lies where an earlier mark reaches: its section, or its element of HTML. */
function createReach(isMarked: IsMarked) {
  let hiddenDepth = 0;
  /** The name of the outermost element that a mark hides, once for each of its kind that is open. */
  const open: string[] = [];
  return (group: readonly Block[]): boolean => {
    const [end = noHeading] = group.map(endDepthOf);
    if (end <= hiddenDepth) hiddenDepth = 0;
    const isBelow = hiddenDepth + open.length > 0;
    const text = group.map(({ words }) => words).join("\n");
    const isOwn = isMarked(text.split("\n"));
    if (isOwn) hiddenDepth = group.map(depthOf).reduce(lower, hiddenDepth || noHeading);
    if (isOwn && open.length === 0 && isSummary.test(text)) open.push("details");
    if (isOwn || open.length > 0) for (const block of group) followTags(block, open);
    return isBelow || isOwn;
  };
}

/** Parts that are one: a footnote with its indented paragraphs; all that a comment, formula, summary or heading holds. */
function inGroups({ parts, lines }: ReadTopic): Block[][] {
  const groups: Block[][] = [];
  let open = "";
  let isFootnote = false;
  for (const part of parts) {
    const block = { ...part, words: lines.slice(part.line - 1, part.endLine).join("\n") };
    const isIndented = part.type === "code" && /^(?: {4}| {0,3}\t)/.test(block.words);
    if (open !== "" || (isFootnote && isIndented)) groups.at(-1)?.push(block);
    else groups.push([block]);
    isFootnote = (isFootnote && isIndented) || /^ {0,3}\[\^[^\]]+\]:/m.test(block.words);
    // What an item opens ends with it, but not what follows it without an indent. What is not closed goes on.
    const marks = part.type === "item" ? /^(?:%%|\$\$)/gm : /%%|\$\$|<\/?(?:summary|h[1-6])\b/g;
    for (const [mark] of blankCode(block.words.toLowerCase()).matchAll(marks))
      if (open === "") open = mark;
      else if (mark.replace("/", "") === open) open = "";
  }
  return groups;
}

/** Deeper than any: what is marked and no heading ends before the next part. */
const noHeading = 7;
const lower = (a: number, b: number): number => Math.min(a, b);

function depthOf(block: Block): number {
  if (block.type === "heading") return block.depth;
  const found = block.type === "html" ? block.words.matchAll(/<h([1-6])\b/gi) : [];
  return Array.from(found, ([, depth]) => Number(depth)).reduce(lower, noHeading);
}

/** Within HTML `<h1>` may be a comment, code or an attribute, and an underline part of a formula: these end nothing. */
function endDepthOf(block: Block): number {
  if (block.line < block.endLine && /\$\$|%%/.test(block.words)) return noHeading;
  const [words = ""] = /^\s*<h[1-6](?=[\s/>])/i.exec(block.words) ?? [];
  return depthOf({ ...block, words });
}

/** Keeps count of the outermost element that is open. Only tags of its own kind close it. */
function followTags({ type, words }: Block, open: string[]): void {
  if (type === "code" || !words.includes("<")) return;
  const isHtml = type === "html";
  const shown = withoutComments(isHtml ? words : blankCode(words), isHtml).toLowerCase();
  for (const [, slash, name = ""] of shown.matchAll(tag)) {
    // In the midst of words `<name>` is hardly an element.
    const isElement = isHtml || htmlBlockOf(`<${name}>`)?.isWeak === false;
    const isOwn = open.length === 0 ? isElement && !empty.test(name) : open[0] === name;
    if (isOwn && slash === undefined) open.push(name);
    else if (isOwn) open.pop();
  }
}

const tag =
  /(?:(?<!\\)<(\/)(?=[^<>]*>)|<)([a-z][a-z0-9-]*)(?=[\s/>]|$)(?:"[^"]*"|'[^']*'|[^"'<>])*/g;
const empty = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
/** A summary apart from its `<details>`. */
const isSummary = /^(?!.*<details\b).*<summary\b/is;
