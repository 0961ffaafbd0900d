/** What stands in the pieces for code and for a table: Markdown of nothing. */
export const codeMark = "```\n```";
export const tableMark = "| |";

/** A block that is being left out. */
export type BlockState =
  | { readonly type: "code"; readonly fence: string }
  | { readonly type: "table" };

export interface OpenedBlock {
  /** The white space before it and its mark. */
  readonly piece: string;
  /** Where its first line ends. */
  readonly end: number;
  readonly state: BlockState;
}

/**
 * The block that a text starts with; "wait" where more of the text is needed. `isLineStart`: a line starts with
 * the text. A line with a backtick after its fence is no fence but inline code.
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

/** Leaves out as many lines of a block as are there; a text that it is not at the end of starts with a line break. */
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

/** No line of Markdown that matters here is longer. */
const longestLine = 4_000;

/** A line that is too long for a fence is not kept, only that it was there. */
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
