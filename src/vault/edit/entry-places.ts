import { isBlankLine } from "../split-lines.ts";
import type { ReadBlock, ReadItem, ReadTopic } from "../topic/read-topic.ts";
import type { LineEdit } from "./edit-lines.ts";

/** A place for a new entry: the edit without its words, which go behind `prefix`. */
export interface EntryPlace {
  readonly marker: string;
  readonly edit: (entry: string) => LineEdit;
  /** 1-based line of the entry once it is there. */
  readonly line: number;
}

/**
 * Places for a new entry, best first: the end of the topic's main list, else a new list under the title. In a note that
 * keeps its memories in a section of their own, first there; the section is begun at the end of the file.
 */
export function entryPlaces(topic: ReadTopic, section?: string): EntryPlace[] {
  const places = section === undefined ? [] : placesInSection(topic, section);
  const lead = leadBlocks(topic);
  const main = lead.find(isEntryList);
  if (main !== undefined) places.push(...endOfList(topic, main));
  const firsts = [underTitle(topic), endOf(lead), endOf(topic.blocks), topic.frontmatter.lineCount];
  const ats = [...new Set(firsts.map((at) => at ?? topic.frontmatter.lineCount))];
  for (const at of ats) places.push(newList(topic, at));
  // Where the text behind would become part of the list, an empty comment keeps them apart.
  for (const at of ats) places.push(newList(topic, at, { below: ["", "<!-- -->"] }));
  return places;
}

function placesInSection(topic: ReadTopic, section: string): EntryPlace[] {
  const { blocks, frontmatter } = topic;
  const start = blocks.findLastIndex((block) => block.type === "heading" && block.text === section);
  const heading = blocks[start];
  if (heading?.type !== "heading") {
    return [
      newList(topic, endOf(blocks) ?? frontmatter.lineCount, { above: [`## ${section}`, ""] }),
    ];
  }
  const below = blocks.slice(start + 1);
  const end = below.findIndex((block) => block.type === "heading");
  const own = end < 0 ? below : below.slice(0, end);
  const list = own.findLast(isEntryList);
  const places = list === undefined ? [] : endOfList(topic, list);
  return [...places, newList(topic, endOf(own) ?? heading.endLine)];
}

type ListBlock = Extract<ReadBlock, { type: "list" }>;

const isEntryList = (block: ReadBlock): block is ListBlock =>
  block.type === "list" && block.items.some((item) => item.entry !== undefined);

/** What stands under the title and before the first section. */
function leadBlocks({ blocks, frontmatter }: ReadTopic): ReadBlock[] {
  const first = blocks.findIndex((block) => block.type === "heading");
  const heading = blocks[first];
  if (heading?.type !== "heading") return [...blocks];
  const isAlone = blocks.slice(0, first).every(isAside);
  const hasTitle = frontmatter.values.title !== undefined || blocks.some(isTopHeading);
  const isTitle = heading.depth === 1 || (isAlone && !hasTitle);
  const section = isTitle
    ? blocks.findIndex((block, i) => i > first && block.type === "heading")
    : first;
  return section < 0 ? [...blocks] : blocks.slice(0, section);
}

const isTopHeading = (block: ReadBlock): boolean => block.type === "heading" && block.depth === 1;

const isAside = (block: ReadBlock): boolean => block.type === "html" || block.type === "definition";

const endOf = (blocks: readonly ReadBlock[]): number | undefined => blocks.at(-1)?.endLine;

/** Behind frontmatter, title and the comments that lead the file. */
function underTitle(topic: ReadTopic): number {
  let at = topic.frontmatter.lineCount;
  let hasTitle = false;
  for (const block of leadBlocks(topic)) {
    if (block.type === "heading") {
      if (hasTitle) break;
      hasTitle = true;
    } else if (!isComment(topic, block)) break;
    at = block.endLine;
  }
  return at;
}

function isComment({ lines }: ReadTopic, block: ReadBlock): boolean {
  if (block.type !== "html") return false;
  const first = lines[block.line - 1]?.trimStart() ?? "";
  const last = lines[block.endLine - 1]?.trimEnd() ?? "";
  return first.startsWith("<!--") && last.endsWith("-->");
}

function endOfList({ lines }: ReadTopic, list: ListBlock): EntryPlace[] {
  const [last, before] = list.items.toReversed();
  if (last === undefined) return [];
  const at = last.endLine;
  const gap = before !== undefined && before.endLine + 1 < last.line ? [""] : [];
  const prefix = nextPrefix(lines, list.items);
  const place = (after: readonly string[]): EntryPlace => ({
    marker: prefix.trim(),
    edit: (entry) => ({ from: at, to: at, lines: [...gap, prefix + entry, ...after] }),
    line: at + gap.length + 1,
  });
  // A paragraph that follows without a blank line would go on in the new entry.
  return [place([]), place([""])];
}

const itemStart = /^([ \t]*)(?:([-*+])|(\d{1,9})([.)]))([ \t]*)/;

/** Indent, marker and space for one more item, as the last one has them. */
function nextPrefix(lines: readonly string[], items: readonly ReadItem[]): string {
  const starts = items.slice(-2).map((item) => itemStart.exec(lines[item.line - 1] ?? ""));
  const last = starts.at(-1);
  if (last === undefined || last === null) return "- ";
  const [, indent = "", bullet, digits = "", delimiter = "", space = ""] = last;
  const gap = /^(?: {1,4}|\t)$/.test(space) && !isBare(lines, items) ? space : " ";
  if (bullet !== undefined) return `${indent}${bullet}${gap}`;
  const isRepeated = starts.length > 1 && starts[0]?.[3] === digits;
  const next = isRepeated ? digits : String(Number(digits) + 1).padStart(digits.length, "0");
  return `${indent}${next.length > 9 ? digits : next}${delimiter}${gap}`;
}

/** True when the last item's marker stands alone on its line. */
function isBare(lines: readonly string[], items: readonly ReadItem[]): boolean {
  const line = lines[(items.at(-1)?.line ?? 0) - 1] ?? "";
  return isBlankLine(line.replace(itemStart, ""));
}

/** A list of its own behind line `at`, a blank line away from what is around it, with lines of its own about it. */
function newList(
  { lines }: ReadTopic,
  at: number,
  { above = [], below = [] }: { above?: readonly string[]; below?: readonly string[] } = {},
): EntryPlace {
  const isBlank = (index: number): boolean => index < lines.length && isBlankLine(lines[index]);
  const isTop = at === 0;
  const from = !isTop && isBlank(at) ? at + 1 : at;
  const before = [...(isTop || from > at ? [] : [""]), ...above];
  const isLast = lines.slice(from).every(isBlankLine);
  const after = isLast || isBlank(from) ? [] : [""];
  const end = isLast ? [] : below;
  return {
    marker: "-",
    edit: (entry) => ({ from, to: from, lines: [...before, `- ${entry}`, ...end, ...after] }),
    line: from + before.length + 1,
  };
}
