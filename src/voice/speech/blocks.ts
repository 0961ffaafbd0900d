/** Placeholders for a code block and a table that were left out: empty Markdown blocks. */
export const codeMark = "```\n```";
export const tableMark = "| |";

/** A block that is being skipped. */
export type BlockState =
  | { readonly type: "code"; readonly fence: string }
  | { readonly type: "table" };

export interface OpenedBlock {
  /** The white space before the block, and its placeholder. */
  readonly piece: string;
  /** End of its first line. */
  readonly end: number;
  readonly state: BlockState;
}

/**
 * Finds a block at the start of the text; "wait" if more text is needed to tell. `isLineStart`: the text starts at the
 * beginning of a line; `isOver`: no more text will come. A line with a backtick after its fence is inline code.
 */
export function startOfBlock(
  text: string,
  isLineStart: boolean,
  isOver: boolean,
): OpenedBlock | "wait" | undefined {
  const [lead = ""] = /^\s*/.exec(text) ?? [];
  if (!isLineStart && !lead.includes("\n")) return undefined;
  const mark = /^(?:[|`~]|>[ \t>]{0,20}[`~])/.exec(text.slice(lead.length, lead.length + 30));
  if (mark === null) return undefined;
  const lineEnd = text.indexOf("\n", lead.length);
  if (lineEnd < 0 && !isOver) return text.length - lead.length < longestLine ? "wait" : undefined;
  const end = lineEnd < 0 ? text.length : lineEnd;
  const line = text.slice(lead.length, end).trim();
  const fence = /^[ \t>]*(`{3,}|~{3,}(?!~))[^`]*$/.exec(line)?.[1];
  if (fence !== undefined) return { piece: lead + codeMark, end, state: { type: "code", fence } };
  return isRow(line) ? { piece: lead + tableMark, end, state: { type: "table" } } : undefined;
}

/** Skips the lines of a block, as far as the text goes. Unless the block has ended, the rest starts with a line break. */
export function skipBlock(text: string, block: BlockState, isOver: boolean): Skipped {
  for (let at = 0; ; ) {
    const start = text[at] === "\n" ? at + 1 : at;
    const lineEnd = text.indexOf("\n", start);
    const isWhole = lineEnd >= 0 || isOver;
    const end = lineEnd < 0 ? text.length : lineEnd;
    const line = text.slice(start, end);
    if (block.type === "table" && !couldBeRow(line, isWhole)) return endedAt(text, at);
    if (!isWhole) return waiting(text.slice(at), line);
    const isLast = block.type === "code" && closes(line, block.fence);
    if (isLast || lineEnd < 0) return endedAt(text, end);
    at = lineEnd;
  }
}

interface Skipped {
  readonly rest: string;
  /** The block ended before the rest. */
  readonly isOver: boolean;
}

function endedAt(text: string, at: number): Skipped {
  return { rest: text.slice(at), isOver: true };
}

/** A longer line is not a fence and no table row. */
const longestLine = 4_000;

/** Replaces a line too long for a fence by a short one, to bound memory. */
function waiting(rest: string, line: string): Skipped {
  return { rest: line.length > longestLine ? "\n| " : rest, isOver: false };
}

function isRow(line: string): boolean {
  return line.length > 2 && line.startsWith("|") && line.endsWith("|");
}

function couldBeRow(line: string, isWhole: boolean): boolean {
  const words = line.trimStart();
  return words === "" ? !isWhole : words.startsWith("|");
}

function closes(line: string, fence: string): boolean {
  const words = line.replace(/^[ \t>]{0,30}/, "").trimEnd();
  return words.length >= fence.length && words === fence.charAt(0).repeat(words.length);
}
