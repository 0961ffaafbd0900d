import { type ReadTopic, readTopic } from "../../../vault/read-topic.ts";
import { usualEol } from "../../../vault/split-lines.ts";
import { decodeText, encodeText } from "../../../vault/vault-text.ts";

/** One list item, paragraph or other block of a file. */
export interface Unit {
  readonly text: string;
  readonly line: number;
  readonly endLine: number;
}

/** A text file cut into units, so that some can be taken out and others put in. */
export interface Sheet {
  readonly text: string;
  readonly hasBom: boolean;
  readonly lines: readonly string[];
  readonly units: readonly Unit[];
}

/** Cuts a file; undefined where it is no text. Headings and rules are no units: they do not move. */
export function cutSheet(bytes: Uint8Array): Sheet | undefined {
  const { text, hasBom, isUtf8 } = decodeText(bytes);
  if (!isUtf8 || text.includes("\0")) return undefined;
  const read = readTopic(text);
  return { text, hasBom, lines: read.lines, units: toUnits(read) };
}

/**
 * The file without these units and with those texts at its end; undefined where it would not read so, as behind a code
 * block that is never closed.
 */
export function editSheet(
  sheet: Sheet,
  removed: ReadonlySet<Unit>,
  added: readonly string[],
): Uint8Array | undefined {
  const gone = new Set<number>();
  for (const { line, endLine } of removed) for (let at = line; at <= endLine; at++) gone.add(at);
  const lines = sheet.lines.filter((_, at) => !gone.has(at + 1));
  const kept = sheet.units.filter((unit) => !removed.has(unit)).map(({ text }) => text);
  while (lines.at(-1)?.trim() === "") lines.pop();
  for (const text of added) {
    const isList = isItem(text) && isItem(kept.at(-1) ?? "") && lines.at(-1) !== "";
    if (lines.length > 0 && !(isList && isLastLine(lines, kept))) lines.push("");
    lines.push(...text.split("\n"));
    kept.push(text);
  }
  const eol = usualEol(sheet.text);
  const text = lines.map((line) => line + eol).join("");
  const reread = toUnits(readTopic(text)).map((unit) => unit.text);
  return isSameList(reread, kept) ? encodeText(text, sheet.hasBom) : undefined;
}

/** True where the last unit, and not a heading behind it, ends the file. */
const isLastLine = (lines: readonly string[], kept: readonly string[]): boolean =>
  lines.at(-1)?.trimEnd() === kept.at(-1)?.split("\n").at(-1);

const isItem = (text: string): boolean => /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/.test(text);

function toUnits({ lines, blocks }: ReadTopic): Unit[] {
  const cut = ({ line, endLine }: { line: number; endLine: number }): Unit => ({
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
