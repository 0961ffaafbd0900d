import { type ReadTopic, readTopic } from "../../../vault/read-topic.ts";
import { usualEol } from "../../../vault/split-lines.ts";
import { decodeText, encodeText } from "../../../vault/vault-text.ts";

/** One list item, paragraph or other block of a file. */
export interface Block {
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
}

/** A text file cut into blocks, so that some can be taken out and others put in. */
export interface BlockDocument {
  readonly text: string;
  readonly hasBom: boolean;
  readonly lines: readonly string[];
  readonly blocks: readonly Block[];
}

/** Cuts a file; undefined where it is not text. Headings and rules are not blocks: they do not move. */
export function parseBlocks(bytes: Uint8Array): BlockDocument | undefined {
  const { text, hasBom, isUtf8 } = decodeText(bytes);
  if (!isUtf8 || text.includes("\0")) return undefined;
  const read = readTopic(text);
  return { text, hasBom, lines: read.lines, blocks: toBlocks(read) };
}

/**
 * The file without these blocks and with those texts at its end; undefined where it would not read so, as behind a code
 * block that is never closed.
 */
export function editBlocks(
  document: BlockDocument,
  removed: ReadonlySet<Block>,
  added: readonly string[],
): Uint8Array | undefined {
  const gone = new Set<number>();
  for (const { line, endLine } of removed) for (let at = line; at <= endLine; at++) gone.add(at);
  const lines = document.lines.filter((_, at) => !gone.has(at + 1));
  const kept = document.blocks.filter((block) => !removed.has(block)).map(({ text }) => text);
  while (lines.at(-1)?.trim() === "") lines.pop();
  for (const text of added) {
    const isList = isItem(text) && isItem(kept.at(-1) ?? "") && lines.at(-1) !== "";
    if (lines.length > 0 && !(isList && isLastLine(lines, kept))) lines.push("");
    lines.push(...text.split("\n"));
    kept.push(text);
  }
  const eol = usualEol(document.text);
  const text = lines.map((line) => line + eol).join("");
  const reread = toBlocks(readTopic(text)).map((block) => block.text);
  return isSameList(reread, kept) ? encodeText(text, document.hasBom) : undefined;
}

/** True where the last block, and not a heading behind it, ends the file. */
const isLastLine = (lines: readonly string[], kept: readonly string[]): boolean =>
  lines.at(-1)?.trimEnd() === kept.at(-1)?.split("\n").at(-1);

const isItem = (text: string): boolean => /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(text);

function toBlocks({ lines, blocks }: ReadTopic): Block[] {
  const cut = ({ line, endLine }: { line: number; endLine: number }): Block => ({
    text: lines
      .slice(line - 1, endLine)
      .map((words) => words.trimEnd())
      .join("\n")
      .trimEnd(),
    line,
    endLine,
  });
  return blocks.flatMap((block) => {
    if (block.type === "list") return block.items.map(cut);
    return block.type === "heading" || block.type === "break" ? [] : [cut(block)];
  });
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, at) => text === b[at]);
