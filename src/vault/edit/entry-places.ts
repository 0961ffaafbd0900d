import { isBlankLine } from "../split-lines.ts";
import type { Item, Part, ReadTopic } from "../topic/read-topic.ts";

/**
 * A place for new entries: before line `at` (0-based), with lines `above` and `below` them, and a `gap` above each.
 * `prefixOf`: what stands before the words of the nth one, indent, marker and space.
 */
export interface EntryPlace {
  readonly at: number;
  readonly above: readonly string[];
  readonly gap: readonly string[];
  readonly below: readonly string[];
  readonly prefixOf: (n: number) => string;
}

/**
 * Places for a new entry, best first: the end of the topic's main list, else a new list under the title. In a note that
 * keeps its memories in a section of their own, first there; the section is begun at the end of the file.
 */
export function entryPlaces(topic: ReadTopic, section?: string): EntryPlace[] {
  const lead = leadParts(topic);
  const main = lead.find(isEntry)?.list;
  const top = topic.frontmatter.lineCount;
  const ends = [underTitle(topic, lead), lead, topic.parts].map((parts) => endOf(parts) ?? top);
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
  const { parts, frontmatter } = topic;
  const start = parts.findLastIndex((part) => part.type === "heading" && part.text === section);
  if (start < 0) {
    const end = endOf(parts) ?? frontmatter.lineCount;
    return [newList(topic, end, { above: [`## ${section}`, ""] })];
  }
  const next = parts.findIndex((part, i) => i > start && part.type === "heading");
  const own = parts.slice(start, next < 0 ? undefined : next);
  const list = own.findLast(isEntry)?.list;
  const places = list === undefined ? [] : endOfList(topic, list);
  return [...places, newList(topic, endOf(own) ?? 0)];
}

const isEntry = (part: Part): part is Item => part.type === "item" && part.entry !== undefined;

/** The title, and what stands under it before the first section. */
function leadParts({ parts }: ReadTopic): readonly Part[] {
  const title = parts.findIndex(({ type }) => type === "heading");
  const section = parts.findIndex(
    (part, i) => part.type === "heading" && (part.depth > 1 || i > title),
  );
  return section < 0 ? parts : parts.slice(0, section);
}

const endOf = (parts: readonly Part[]): number | undefined => parts.at(-1)?.endLine;

/** The title with the comments that lead the file. */
function underTitle({ lines }: ReadTopic, lead: readonly Part[]): readonly Part[] {
  const isComment = ({ type, line, endLine }: Part): boolean =>
    type === "html" && /^\s*<!--.*-->\s*$/s.test(lines.slice(line - 1, endLine).join("\n"));
  const end = lead.findIndex((part) => part.type !== "heading" && !isComment(part));
  return end < 0 ? lead : lead.slice(0, end);
}

function endOfList({ lines, parts }: ReadTopic, list: number): EntryPlace[] {
  const items = parts.filter((part) => part.type === "item" && part.list === list);
  const [last, before] = items.toReversed();
  if (last === undefined) return [];
  const gap = before !== undefined && before.endLine + 1 < last.line ? [""] : [];
  const prefixOf = nextPrefixes(items.slice(-2).map(({ line }) => lines[line - 1] ?? ""));
  const place = { at: last.endLine, above: [], gap, prefixOf };
  // A paragraph that follows without a blank line would go on in the new entry.
  return [
    { ...place, below: [] },
    { ...place, below: [""] },
  ];
}

const itemStart = /^([ \t]*)(?:([-*+])|(\d{1,9})([.)]))([ \t]*)/;

/** Indent, marker and space for more items, as the last ones have them. */
function nextPrefixes(items: readonly string[]): (n: number) => string {
  const starts = items.map((line) => itemStart.exec(line));
  const [, indent = "", bullet, digits = "", delimiter = "", space = ""] = starts.at(-1) ?? [];
  const gap = /^(?: {1,4}|\t)$/.test(space) ? space : " ";
  if (digits === "") return () => `${indent}${bullet ?? "-"}${gap}`;
  const isRepeated = starts.length > 1 && starts[0]?.[3] === digits;
  return (n) => {
    const next = String(Number(digits) + n + 1).padStart(digits.length, "0");
    return `${indent}${isRepeated || next.length > 9 ? digits : next}${delimiter}${gap}`;
  };
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
  return { at: from, above: before, gap: [], prefixOf: () => "- ", below: [...end, ...after] };
}
