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
  const lead = leadBlocks(topic);
  const main = lead.find(isEntryList);
  const top = topic.frontmatter.lineCount;
  const ends = [underTitle(topic, lead), lead, topic.blocks].map((blocks) => endOf(blocks) ?? top);
  const ats = [...new Set([...ends, top])];
  return [
    ...(section === undefined ? [] : placesInSection(topic, section)),
    ...(main === undefined ? [] : endOfList(topic, main)),
    ...ats.map((at) => newList(topic, at)),
    // Where the text behind would become part of the list, an empty comment keeps them apart.
    ...ats.map((at) => newList(topic, at, { below: ["", "<!-- -->"] })),
  ];
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
function leadBlocks({ blocks, frontmatter }: ReadTopic): readonly ReadBlock[] {
  const headings = blocks.filter((block) => block.type === "heading");
  const [first, second] = headings;
  if (first === undefined) return blocks;
  const isNamed = frontmatter.values.title !== undefined || headings.some(isTop);
  const isAlone = blocks.slice(0, blocks.indexOf(first)).every(isAside);
  const section = isTop(first) || (isAlone && !isNamed) ? second : first;
  return section === undefined ? blocks : blocks.slice(0, blocks.indexOf(section));
}

const isTop = ({ depth }: { readonly depth: number }): boolean => depth === 1;

const isAside = ({ type }: ReadBlock): boolean => type === "html" || type === "definition";

const endOf = (blocks: readonly ReadBlock[]): number | undefined => blocks.at(-1)?.endLine;

/** The title with the comments that lead the file. */
function underTitle({ lines }: ReadTopic, lead: readonly ReadBlock[]): readonly ReadBlock[] {
  const isComment = ({ type, line, endLine }: ReadBlock): boolean =>
    type === "html" && /^\s*<!--.*-->\s*$/s.test(lines.slice(line - 1, endLine).join("\n"));
  const end = lead.findIndex((block) => block.type !== "heading" && !isComment(block));
  return end < 0 ? lead : lead.slice(0, end);
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
  const gap = /^(?: {1,4}|\t)$/.test(space) ? space : " ";
  if (bullet !== undefined) return `${indent}${bullet}${gap}`;
  const isRepeated = starts.length > 1 && starts[0]?.[3] === digits;
  const next = isRepeated ? digits : String(Number(digits) + 1).padStart(digits.length, "0");
  return `${indent}${next.length > 9 ? digits : next}${delimiter}${gap}`;
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
