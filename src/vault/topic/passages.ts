import { blankComments } from "./comments.ts";
import { propertiesIn } from "./frontmatter.ts";
import type { Part, ReadTopic } from "./read-topic.ts";
import { markedOwner } from "./secret-marks.ts";
import type { Passage, Stretch } from "./topic.ts";

/** Characters a passage holds at most, unless a single word is longer. */
const maxLength = 1_200;

type Heading = Extract<Part, { type: "heading" }>;

/** Cuts what is not an entry into passages: by heading and owner, then at blocks, none much longer than `maxLength`. */
export function toPassages(read: ReadTopic): Passage[] {
  const lines = [...read.lines];
  blankComments(lines, read);
  const said = read.parts
    .map((part) => ({ part, isEntry: isEntry(part), pieces: piecesOf(part, lines) }))
    .filter(({ part, isEntry, pieces }) => isEntry || part.type === "heading" || pieces.length > 0);
  const passages = passagesOfFrontmatter(read);
  let last: Passage | undefined;
  for (const [i, { part, isEntry, pieces }] of said.entries()) {
    if (part.type === "heading" && isBare(part, said[i + 1]?.part)) {
      const { text, line, endLine, owner, headings } = part;
      passages.push({ text, line, endLine, owner, headings: headings.slice(0, -1) });
    }
    // What belongs to an entry is joined to nothing.
    if (isEntry) passages.push(...pieces);
    else for (const piece of pieces) last = addPiece(passages, piece, last);
    if (isEntry) last = undefined;
  }
  return passages;
}

/** Neighbours as one, as far as they fit. */
function addPiece(passages: Passage[], piece: Passage, last: Passage | undefined): Passage {
  const isTogether = last?.headings === piece.headings && last.owner === piece.owner;
  const isOne = isTogether && last.text.length + piece.text.length < maxLength;
  const { text, endLine } = piece;
  const added = isOne ? { ...last, text: `${last.text}\n\n${text}`, endLine } : piece;
  if (isOne) passages.pop();
  passages.push(added);
  return added;
}

/** A heading with nothing under it is a note by itself; not the topic's title. */
function isBare({ headings, text, depth }: Heading, next: Part | undefined): boolean {
  const isUnder = next !== undefined && (next.type !== "heading" || next.depth > depth);
  return text !== "" && headings.at(-1) === text && !isUnder;
}

const isEntry = (part: Part): boolean => part.type === "item" && part.entry !== undefined;

/**
 * What frontmatter says beside what Loci knows of it (`director: "[[Ridley Scott]]"`) is text that someone may look
 * for, each key by itself; so is what cannot be parsed.
 */
function passagesOfFrontmatter({ frontmatter, lines, fileOwner }: ReadTopic): Passage[] {
  const { lineCount, values, fault } = frontmatter;
  const block = { line: 2, endLine: lineCount - 1, headings: [], owner: fileOwner };
  if (fault !== undefined) return toPieces(block, lines);
  return propertiesIn(values).flatMap(({ name, values: said }) => {
    if (whoMaySee.has(name.toLowerCase())) return [];
    const text = `${name}: ${said.join(", ")}`;
    const owner = markedOwner([text]) || fileOwner;
    const { line, endLine } = linesOfKey(name, lines.slice(0, block.endLine)) ?? block;
    const pieces = toPieces({ ...block, line: 1, owner }, [text]);
    return pieces.map((piece) => ({ ...piece, line, endLine }));
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

function piecesOf(part: Part, lines: readonly string[]): Passage[] {
  if (/^(?:heading|definition|break)$/.test(part.type)) return [];
  if (part.type !== "item" || part.entry === undefined) return toPieces(part, lines);
  // What is nested in an entry is found with the entry's words, without which it says little.
  const words = `${part.entry.text.slice(0, maxLength / 4)}\n`;
  return toPieces({ ...part, line: part.wordsEnd + 1 }, lines, words);
}

/** The text of some lines, cut where it is too long: at a line's end, else between words. */
function toPieces(
  place: Stretch & { readonly type?: string },
  lines: readonly string[],
  lead = "",
): Passage[] {
  const { headings, owner, endLine } = place;
  const all = dedent(lines.slice(place.line - 1, endLine));
  const text = (place.type === "quote" ? withoutQuoteMarks(all) : all).trimEnd();
  if (text.trim() === "" || isUpLink(text)) return [];
  let { line } = place;
  const pieces = Array.from(text.matchAll(pieceOfText), ([words], i) => {
    const end = Math.min(line + words.trimEnd().split("\n").length - 1, endLine);
    const piece = { text: words.trimEnd(), line, endLine: end, headings, owner };
    line = Math.min(line + words.split("\n").length - 1, endLine);
    return i === 0 ? { ...piece, text: lead + piece.text } : piece;
  });
  return pieces.filter((piece) => piece.text.trim() !== "");
}

/** Up to the end of a line, else of a word, else never between the halves of a character. */
const pieceOfText = new RegExp(
  ["(?:\\n|$)", " ", "(?![\\udc00-\\udfff])"].map((end) => `[^]{1,${maxLength}}${end}`).join("|"),
  "g",
);

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
