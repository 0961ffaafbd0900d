import { type Block, scanLines } from "../../src/vault/markdown/scan-lines.ts";
import { endsInNewline, splitLines } from "../../src/vault/split-lines.ts";
import { codeIn } from "../../src/vault/topic/inline-code.ts";
import type { ReadBlock } from "../../src/vault/topic/read-topic.ts";
import { findLinks, htmlImages, type WrittenLink } from "./links.ts";

/** A link in a file, with where it stands. */
export interface PlacedLink {
  readonly link: WrittenLink;
  /** From 1. */
  readonly line: number;
  /** The words around it, on one line, as Markdown; none for a definition. */
  readonly context: () => string;
}

/** Finds the links of a text without frontmatter, outside code, in the order of its lines; in HTML pictures alone. */
export function linksOfText(text: string): PlacedLink[] {
  if (!/\[\[|\]\(|\]:|<img /.test(text)) return [];
  const lines = splitLines(text);
  return scanLines(lines, endsInNewline(text))
    .flatMap((block): Stretch[] =>
      block.type === "html"
        ? [{ ...block, isDefinition: false, isHtml: true }]
        : stretchesOf(block),
    )
    .flatMap((stretch) => linksOfStretch(stretch, lines));
}

interface Stretch {
  readonly line: number;
  readonly endLine: number;
  readonly isDefinition: boolean;
  readonly isHtml?: boolean;
}

/** A list item by item: what is open in one ends with it. */
export function stretchesOf(block: ReadBlock | Block): Stretch[] {
  if (block.type === "code" || block.type === "html" || block.type === "break") return [];
  const isDefinition = block.type === "definition";
  const parts = block.type === "list" ? block.items : [block];
  return parts.map(({ line, endLine }) => ({ line, endLine, isDefinition }));
}

function linksOfStretch(
  { line: first, endLine, isDefinition, isHtml = false }: Stretch,
  lines: readonly string[],
): PlacedLink[] {
  const own = lines.slice(first - 1, endLine);
  const text = isDefinition ? own.map(asLink).join("\n") : own.join("\n");
  const links = isHtml ? htmlImages(text, []) : findLinks(text, isDefinition ? [] : codeIn(own));
  const placed: PlacedLink[] = [];
  let index = 0;
  let start = 0;
  for (const link of links) {
    for (let end = start + (own[index]?.length ?? 0); end < link.from && index < own.length - 1; ) {
      start = end + 1;
      index++;
      end = start + (own[index]?.length ?? 0);
    }
    const line = { start, end: start + (own[index]?.length ?? 0) };
    const context = (): string => (isDefinition ? "" : contextOf({ text, link, ...line }));
    placed.push({ link, line: first + index, context });
  }
  return placed;
}

/** `[x]: y.md` as `[x](y.md)`, which is as long; a footnote is words. */
const asLink = (line: string): string =>
  line.replace(/^( {0,3}\[(?!\^)[^[\]]*\]):[ \t]*(\S+)/, "$1($2)");

/** Characters on each side of a link that show its context. */
const maxAround = 160;

/** The words around a link: its line, cut between words where it is long; of a table its row. */
function contextOf({
  text,
  link,
  start,
  end,
}: {
  text: string;
  link: WrittenLink;
  start: number;
  end: number;
}): string {
  const from = Math.max(start, link.from - maxAround);
  const to = Math.min(Math.max(end, link.to), link.to + maxAround);
  const before = text.slice(from, link.from);
  const after = text.slice(link.to, to);
  const head = from > start ? `… ${cutHead(before)}` : before.replace(lineStart, "");
  const tail = to < end ? `${cutTail(after)} …` : after;
  const words = (head + text.slice(link.from, link.to) + tail).replace(/\s+/g, " ").trim();
  const line = text.slice(start, end).trimStart();
  if (line.startsWith("|")) return rowWords(words);
  return /^#{1,6}\s/.test(line) ? words.replace(/(?<!\s)\s+#+$/, "") : words;
}

/** Without the word that is cut, and without the end of a link that begins before. */
const cutHead = (words: string): string =>
  words.replace(/^\S*\s+/, "").replace(/^[^[]*\](?:\]|\([^()]*\))/, "");

/** Without the word that is cut, and without the beginning of a link that ends behind. */
const cutTail = (words: string): string =>
  words.replace(/(?<!\s)\s+\S*$/, "").replace(/!?\[\[?[^[\]]*(?:\]\([^()]*)?$/, "");

/** The cells of a table's row one behind the other. */
const rowWords = (row: string): string =>
  row
    .split(/(?<!\\)\|(?![^[\]]*\]\])/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "")
    .join(" · ");

/** Indent and marks of quotations, items and headings. */
const lineStart = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\[[ xX]\][ \t])*/;
