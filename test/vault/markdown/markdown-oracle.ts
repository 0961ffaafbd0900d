import type { List, ListItem, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { scanLines } from "../../../src/vault/markdown/scan-lines.ts";
import { splitLines } from "../../../src/vault/split-lines.ts";

/** What both parsers must agree on: `kind first-last`, and words where we read words. */
export type Outline = readonly string[];

/** The block structure as our scanner sees it. */
export function outlineByScan(text: string): Outline {
  return scanLines(splitLines(text)).flatMap((block) => {
    const range = `${block.line}-${block.endLine}`;
    if (block.type === "heading") return [`heading ${range} ${block.depth} ${squash(block.text)}`];
    if (block.type !== "list") return [`${block.type} ${range}`];
    const items = block.items.map(({ line, endLine, paragraph }) =>
      itemLine(line, endLine, paragraph?.join(" ")),
    );
    return [`list ${range}`, ...items];
  });
}

/** The same as remark sees it. */
export function outlineByRemark(text: string): Outline {
  const { children } = fromMarkdown(text);
  const lines = splitLines(text);
  const blocks = children.flatMap((node, i) => remarkBlock({ text, lines }, node, children[i + 1]));
  return mergeDefinitions(blocks);
}

interface Source {
  readonly text: string;
  readonly lines: readonly string[];
}

function remarkBlock(source: Source, node: RootContent, next: RootContent | undefined): string[] {
  const line = firstLine(node);
  const range = `${line}-${lastLine(source, node, next)}`;
  switch (node.type) {
    case "list":
      return [
        `list ${range}`,
        ...node.children.map((item, i) => remarkItem(source, node, item, i, next)),
      ];
    case "heading":
      return [`heading ${range} ${node.depth} ${squash(insideOf(source.text, node))}`];
    case "blockquote":
      return [`quote ${range}`];
    case "thematicBreak":
      return [`break ${range}`];
    default:
      return [`${node.type} ${range}`];
  }
}

function remarkItem(
  source: Source,
  list: List,
  item: ListItem,
  i: number,
  afterList: RootContent | undefined,
): string {
  const first = item.children[0];
  const end = lastLine(source, item, list.children[i + 1] ?? afterList);
  const paragraph =
    first?.type === "paragraph"
      ? source.text.slice(first.position?.start.offset ?? 0, first.position?.end.offset ?? 0)
      : undefined;
  return itemLine(item.position?.start.line ?? 0, end, paragraph);
}

const itemLine = (line: number, end: number, paragraph: string | undefined): string =>
  `item ${line}-${end} ${paragraph === undefined ? "no entry" : `entry ${squash(paragraph)}`}`;

/** Remark lets a block that runs to the end of its container end in the next line: at its start, or behind the next marker. */
function lastLine(
  { lines }: Source,
  node: RootContent | ListItem,
  next: RootContent | ListItem | undefined,
): number {
  const { start, end } = node.position ?? { start: { line: 0 }, end: { line: 0, column: 2 } };
  const isPastEnd = end.column === 1 && end.line > start.line && lines[end.line - 1] !== "";
  const own = isPastEnd ? end.line - 1 : end.line;
  return next?.position === undefined ? own : Math.min(own, firstLine(next) - 1);
}

/** Remark lets a setext heading start with the link definitions before it. */
function firstLine(node: RootContent | ListItem): number {
  const words = node.type === "heading" ? node.children[0]?.position : undefined;
  return (words ?? node.position)?.start.line ?? 0;
}

function insideOf(text: string, node: RootContent): string {
  if (!("children" in node)) return "";
  const from = node.children[0]?.position?.start.offset;
  const to = node.children.at(-1)?.position?.end.offset;
  return from === undefined || to === undefined ? "" : text.slice(from, to);
}

/** Our scanner reports a run of definitions as one block. */
function mergeDefinitions(blocks: readonly string[]): string[] {
  const merged: string[] = [];
  for (const block of blocks) {
    const last = /^definition (\d+)-(\d+)$/.exec(merged.at(-1) ?? "");
    const own = /^definition (\d+)-(\d+)$/.exec(block);
    if (last !== null && own !== null && Number(own[1]) === Number(last[2]) + 1) {
      merged[merged.length - 1] = `definition ${last[1]}-${own[2]}`;
    } else merged.push(block);
  }
  return merged;
}

const squash = (text: string): string => text.replace(/[ \t\r\n]+/g, " ").trim();
