import { type Block, scanLines } from "../../src/vault/markdown/scan-lines.ts";

/** A block that `[[note#^id]]` leads to. Lines count from 1. */
export interface NamedBlock {
  readonly id: string;
  readonly line: number;
  readonly endLine: number;
  /** The line below that holds the id alone; undefined where the id stands behind the block's own words. */
  readonly idLine: number | undefined;
}

/** The blocks with an id, in the order of their ids. Of a list each item may have one, nested ones too. */
export function namedBlocks(lines: readonly string[]): NamedBlock[] {
  if (!lines.some((line) => blockId.test(line))) return [];
  const blocks = scanLines(lines);
  return blocks.flatMap((block, i) => namesOf(block, blocks[i - 1], lines));
}

/** Lines without the ids that stand alone, so that no table takes one for a row. */
export function withoutIdLines(
  lines: readonly string[],
  names: readonly NamedBlock[],
): readonly string[] {
  const own = new Set(names.map(({ idLine }) => idLine));
  if (!names.some(({ idLine }) => idLine !== undefined)) return lines;
  return lines.map((line, i) => (own.has(i + 1) ? line.replace(/\^.*/, "").trimEnd() : line));
}

const blockId = /(?:^|[\s>]|\]\])\^([A-Za-z0-9-]{1,100})[ \t]*$/;
const isAlone = (line: string): boolean => /^[ \t>]*\^\S+[ \t]*$/.test(line);

function namesOf(block: Block, above: Block | undefined, lines: readonly string[]): NamedBlock[] {
  const { type, line, endLine } = block;
  if (type === "list") return itemNames(block, lines);
  if (type !== "paragraph" && type !== "heading" && type !== "quote") return [];
  const last = lines[endLine - 1] ?? "";
  const id = blockId.exec(last)?.[1];
  const names = type === "quote" ? quoteNames(block, lines) : [];
  if (id === undefined) return names;
  if (!isAlone(last)) return [...names, { id, line, endLine, idLine: undefined }];
  const own = endLine > line ? { line, endLine: endLine - 1 } : above;
  return own === undefined
    ? names
    : [...names, { id, line: own.line, endLine: own.endLine, idLine: endLine }];
}

/** Of its paragraphs but the last. */
function quoteNames({ line, endLine }: Block, lines: readonly string[]): NamedBlock[] {
  return lines.slice(line - 1, endLine - 1).flatMap((text): NamedBlock[] => {
    const id = blockId.exec(text)?.[1];
    return id === undefined ? [] : [{ id, line, endLine, idLine: undefined }];
  });
}

/** Of one list: nobody has so many, and each is looked for. */
const maxNames = 1000;

function itemNames({ line: first, endLine }: Block, lines: readonly string[]): NamedBlock[] {
  const own = lines.slice(first - 1, endLine);
  const rows = own.map((text) => ({
    id: blockId.exec(text)?.[1],
    isItem: marker.test(text),
    indent: text.trim() === "" ? Infinity : indentOf(text),
  }));
  const named = rows.flatMap(({ id }, at) => (id === undefined ? [] : [{ id, at }]));
  return named.slice(0, maxNames).map(({ id, at }) => {
    const start = itemAt(at, rows);
    const indent = rows[start]?.indent ?? 0;
    const next = rows.findIndex((row, i) => i > at && row.indent <= indent);
    const end = next < 0 ? rows.length : next;
    return { id, line: first + start, endLine: first + end - 1, idLine: undefined };
  });
}

interface Row {
  readonly isItem: boolean;
  readonly indent: number;
}

/** Where the item begins that a row of a list stands in: above it, and less indented. */
function itemAt(at: number, rows: readonly Row[]): number {
  const { isItem, indent } = rows[at] ?? { isItem: true, indent: 0 };
  if (isItem) return at;
  let nearest = 0;
  for (let above = at - 1; above >= 0; above--) {
    const row = rows[above];
    if (row?.isItem !== true) continue;
    if (row.indent < indent) return above;
    nearest ||= above;
  }
  return nearest;
}

const marker = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/** Columns of white space in front; a tab is four. */
export const indentOf = (line: string): number =>
  (/^[ \t]*/.exec(line)?.[0] ?? "").replaceAll("\t", "    ").length;
