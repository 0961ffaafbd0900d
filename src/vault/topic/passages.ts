import { blankComments } from "./comments.ts";
import { propertiesIn } from "./frontmatter.ts";
import type { Part as FilePart, Item, ReadTopic } from "./read-topic.ts";
import { markedOwner } from "./secret-marks.ts";
import type { Passage, Stretch } from "./topic.ts";

/** Characters a passage holds at most, unless a single word is longer. */
const maxLength = 1_200;

type Heading = Extract<FilePart, { type: "heading" }>;

/** What stands in a file, from top to bottom: a piece of note text, a heading, or neither for an entry. */
interface Part {
  readonly passage?: Passage;
  readonly heading?: Heading;
}

/** Cuts what is not an entry into passages: by heading and owner, then at blocks, none much longer than `maxLength`. */
export function toPassages(read: ReadTopic): Passage[] {
  const lines = [...read.lines];
  blankComments(lines, read);
  const parts = [
    ...partsOfFrontmatter(read),
    ...read.parts.flatMap((part) => toParts(part, lines)),
  ];
  const passages: Passage[] = [];
  let last: Passage | undefined;
  for (const [i, { passage, heading }] of parts.entries()) {
    const joined = last && passage && join(last, passage);
    if (joined !== undefined) passages.pop();
    last = joined ?? passage;
    if (last !== undefined) passages.push(last);
    if (heading !== undefined && isBare(heading, parts[i + 1])) {
      const { text, line, endLine, owner, headings } = heading;
      passages.push({ text, line, endLine, owner, headings: headings.slice(0, -1) });
    }
  }
  return passages;
}

/**
 * What frontmatter says beside what Loci knows of it (`director: "[[Ridley Scott]]"`) is text that someone may look
 * for, each key by itself; so is what cannot be parsed.
 */
function partsOfFrontmatter({ frontmatter, lines, fileOwner }: ReadTopic): Part[] {
  const { lineCount, values, fault } = frontmatter;
  const block = { line: 2, endLine: lineCount - 1, headings: [], owner: fileOwner };
  if (fault !== undefined) return toPieces(block, lines);
  return propertiesIn(values).flatMap((property) => {
    const text = `${property.name}: ${property.values.join(", ")}`;
    const owner = markedOwner([text]) || fileOwner;
    const isSaid = !whoMaySee.has(property.name.toLowerCase());
    const pieces = isSaid ? toPieces({ ...block, line: 1, owner }, [text]) : [];
    const place = linesOfKey(property.name, lines.slice(0, block.endLine)) ?? block;
    const { line, endLine } = place;
    return pieces.flatMap(({ passage }) => [{ passage: { ...passage, line, endLine } }, {}]);
  });
}

/** Keys that say for whom a file is, and nothing that anybody looks for. */
const whoMaySee: ReadonlySet<string> = new Set(["person", "sensitivity"]);

/** The lines of a key and what stands indented, or as a list, below it. */
function linesOfKey(name: string, lines: readonly string[]) {
  const at = lines.findIndex((line) => line.startsWith(`${name}:`));
  if (at < 0) return undefined;
  const next = lines.findIndex((line, i) => i > at && /^[^\s#-]/.test(line));
  return { line: at + 1, endLine: next < 0 ? lines.length : next };
}

function toParts(part: FilePart, lines: readonly string[]): Part[] {
  if (part.type === "item") return partsOfItem(part, lines);
  if (part.type === "heading") return [{ heading: part }];
  return part.type === "definition" || part.type === "break" ? [] : toPieces(part, lines);
}

/** What is nested in an entry is found with the entry's words, without which it says little. */
function partsOfItem(item: Item, lines: readonly string[]): Part[] {
  if (item.entry === undefined) return toPieces(item, lines);
  const words = `${item.entry.text.slice(0, maxLength / 4)}\n`;
  const nested = toPieces({ ...item, line: item.wordsEnd + 1 }, lines, words);
  return [{}, ...nested.flatMap((piece) => [piece, {}])];
}

/** Neighbours as one, as far as they fit. */
function join(one: Passage, two: Passage): Passage | undefined {
  const isTogether = one.headings === two.headings && one.owner === two.owner;
  if (!isTogether || one.text.length + two.text.length >= maxLength) return undefined;
  return { ...one, text: `${one.text}\n\n${two.text}`, endLine: two.endLine };
}

/** A heading with nothing under it is a note by itself; not the topic's title. */
function isBare({ headings, text, depth }: Heading, next: Part | undefined): boolean {
  const isUnder = next !== undefined && (next.heading?.depth ?? depth + 1) > depth;
  return text !== "" && headings.at(-1) === text && !isUnder;
}

/** The text of some lines, cut where it is too long: at a line's end, else between words. */
function toPieces(
  place: Stretch & { readonly type?: string },
  lines: readonly string[],
  lead = "",
): { passage: Passage }[] {
  const { headings, owner, endLine } = place;
  const all = dedent(lines.slice(place.line - 1, endLine));
  const text = (place.type === "quote" ? withoutQuoteMarks(all) : all).trimEnd();
  if (text.trim() === "" || isUpLink(text)) return [];
  const pieces: { passage: Passage }[] = [];
  let { line } = place;
  for (let from = 0; from < text.length; ) {
    const to = from + cutAt(text.slice(from, from + maxLength + 1));
    const words = text.slice(from, to);
    const end = Math.min(line + words.split("\n").length - 1, endLine);
    const passage = {
      text: from === 0 ? lead + words : words,
      line,
      endLine: end,
      headings,
      owner,
    };
    if (words.trim() !== "") pieces.push({ passage });
    line = text[to] === "\n" ? Math.min(end + 1, endLine) : end;
    from = /\s/.test(text[to] ?? "") ? to + 1 : to;
  }
  return pieces;
}

/** How much of a text, of which `maxLength` and a character more is given, is one piece. */
function cutAt(text: string): number {
  if (text.length <= maxLength) return text.length;
  const at = text.lastIndexOf("\n") > 0 ? text.lastIndexOf("\n") : text.lastIndexOf(" ");
  if (at > 0) return at;
  // Never between the halves of a character.
  return (text.charCodeAt(maxLength) & 0xfc00) === 0xdc00 ? maxLength - 1 : maxLength;
}

const withoutQuoteMarks = (text: string): string => text.replace(/^ {0,3}> ?/gm, "").trim();

/** Lines without the indent they share, and without blank ends. */
function dedent(lines: readonly string[]): string {
  const full = lines.filter((line) => line.trim() !== "");
  const indents = full.map((line) => line.length - line.trimStart().length);
  const shared = indents.reduce((a, b) => Math.min(a, b), Number.MAX_SAFE_INTEGER);
  const text = lines.map((line) => line.slice(shared).trimEnd()).join("\n");
  return text.replace(/^\n+/, "").trimEnd();
}

/** The line at the top of a part that leads back to the rest of its topic. */
export const upLink = (name: string, words: string): string => `↑ [[${name}|${words}]]`;

/** It shows the way, and says nothing to remember. */
const isUpLink = (text: string): boolean => /^↑ \[\[[^[\]\n]*\]\]$/.test(text.trim());
