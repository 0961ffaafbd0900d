import { LociError } from "../../errors.ts";
import { endsInNewline, isBlankLine, lineStarts, usualEol } from "../split-lines.ts";
import { type ReadTopic, readTopic } from "../topic/read-topic.ts";
import { decodeForEdit } from "../vault-text.ts";

/** A topic file opened for a change of whole lines. */
export interface OpenTopic {
  readonly text: string;
  readonly hasBom: boolean;
  readonly topic: ReadTopic;
}

/** Lines `from` up to but not including `to` (0-based) give way to others; all else stays. */
export interface LineEdit {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/** Opens a file for a change; throws LociError UNREADABLE or BAD_FRONTMATTER for one that is never rewritten. */
export function openForEdit(bytes: Uint8Array): OpenTopic {
  const { text, hasBom } = decodeForEdit(bytes);
  const topic = readTopic(text);
  const { fault } = topic.frontmatter;
  if (fault !== undefined) {
    throw new LociError(
      "BAD_FRONTMATTER",
      `Cannot change a file whose frontmatter cannot be read: line ${fault.line}, ${fault.reason}`,
      { data: { line: fault.line } },
    );
  }
  return { text, hasBom, topic };
}

/** The text after the edit: new lines end as most do, and a last line without line end stays one. */
export function applyEdit(text: string, { from, to, lines }: LineEdit): string {
  const starts = lineStarts(text);
  const eol = usualEol(text);
  const start = starts[from] ?? text.length;
  const end = starts[to] ?? text.length;
  const isEnd = end === text.length && text !== "" && !endsInNewline(text);
  if (!isEnd) {
    return join(text.slice(0, start), lines.map((line) => line + eol).join(""), text.slice(end));
  }
  // What is cut or added here has no line end of its own: take or give the one before.
  if (lines.length === 0) return text.slice(0, start).replace(/(?:\r\n|\n|\r)$/, "");
  return text.slice(0, start) + (start === end ? eol : "") + lines.join(eol);
}

/** Joins the parts so that a lone CR and the LF after it, two line ends, do not become one. */
function join(before: string, added: string, after: string): string {
  const head = before.endsWith("\r") && added.startsWith("\n") ? "\r" : "";
  const tail = added.endsWith("\r") && after.startsWith("\n") ? "\n" : "";
  return before + head + added + tail + after;
}

/** What must stay the same around an edit: every block and entry with its lines, blank ones at its end aside. */
export function outline({ blocks, lines }: ReadTopic): OutlineRow[] {
  return blocks.flatMap((block): OutlineRow[] => {
    if (block.type === "list") {
      return block.items.map(({ line, endLine, entry }) => {
        const { text, date, fields, headings } = entry ?? {};
        const words = JSON.stringify(["item", text, date, fields, headings]);
        return { line, endLine: fullEnd(lines, endLine), words };
      });
    }
    const { type, line, endLine, headings } = block;
    const words = JSON.stringify([type, headings]);
    return [{ line, endLine: fullEnd(lines, endLine), words }];
  });
}

function fullEnd(lines: readonly string[], endLine: number): number {
  let end = endLine;
  while (end > 1 && isBlankLine(lines[end - 1])) end--;
  return end;
}

export interface OutlineRow {
  readonly line: number;
  readonly endLine: number;
  readonly words: string;
}

/** The rows as an edit leaves them that touches none of them. */
export function shiftOutline(rows: readonly OutlineRow[], edit: LineEdit): OutlineRow[] {
  const by = edit.lines.length - (edit.to - edit.from);
  const shift = (line: number): number => (line > edit.to ? line + by : line);
  return rows.map((row) => ({ ...row, line: shift(row.line), endLine: shift(row.endLine) }));
}

/** True when both list the same blocks at the same lines. */
export function isSameOutline(a: readonly OutlineRow[], b: readonly OutlineRow[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
