import { cleanText } from "../topic/entry.ts";

/** Where the parts of one block of a digest log stand, and their words, cleaned; lines count from 0. */
export interface LogBlock {
  readonly line: number;
  readonly time: string;
  readonly topic: string;
  readonly summary: readonly LogWords[];
  readonly items: readonly LogItem[];
}

interface LogWords {
  readonly line: number;
  readonly words: string;
}

/** A line such as `- learned: …`. */
export interface LogItem extends LogWords {
  readonly key: ItemKey;
  /** The lines `was` and `said`, its details. */
  readonly nested: readonly (LogWords & { readonly key: "was" | "said" })[];
}

type ItemKey = "learned" | "replaced" | "known" | "kept" | "changed" | "session";

/** What ISO times a log knows. */
export const timeSource =
  "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d\\d:?\\d\\d)?";

/** Finds the blocks among the lines of a digest log; what is not of its form is someone's note, and passed over. */
export function readLogBlocks(lines: readonly string[]): LogBlock[] {
  const blocks: OpenBlock[] = [];
  let open: OpenBlock | undefined;
  lines.forEach((text, line) => {
    const [, time, topic = ""] = heading.exec(text) ?? [];
    if (time !== undefined) {
      open = { line, time, topic: cleanText(topic), summary: [], items: [], isSummaryOver: false };
      blocks.push(open);
    } else if (/^##?[ \t]/.test(text)) open = undefined;
    else if (open !== undefined && !conflictMarker.test(text)) readLine(open, text, line);
  });
  return blocks;
}

interface OpenBlock extends LogBlock {
  readonly summary: LogWords[];
  readonly items: OpenItem[];
  isSummaryOver: boolean;
  /** The item that nested lines belong to. */
  owner?: OpenItem;
}

type OpenItem = LogItem & { readonly nested: LogItem["nested"][number][] };

const heading = new RegExp(`^##[ \\t]+(${timeSource})(?:[ \\t]+(.*))?$`, "s");
const conflictMarker = /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/;
const topItem = /^ ?[-*+][ \t]+([a-z]+):(?:[ \t]+(.*))?$/s;
const nestedItem = /^(?: {2}|\t)[ \t]*[-*+][ \t]+(was|said):(?:[ \t]+(.*))?$/s;
const itemKeys = ["learned", "replaced", "known", "kept", "changed", "session"] as const;

function readLine(block: OpenBlock, text: string, line: number): void {
  const nested = nestedItem.exec(text);
  if (nested !== null) {
    block.isSummaryOver = true;
    const key = nested[1] === "was" ? "was" : "said";
    block.owner?.nested.push({ line, key, words: cleanText(nested[2] ?? "") });
    return;
  }
  const item = topItem.exec(text);
  if (item !== null) {
    block.isSummaryOver = true;
    const key = itemKeys.find((known) => known === item[1]);
    const words = cleanText(item[2] ?? "");
    if (key !== undefined && words.trim() !== "") addItem(block, { line, key, words, nested: [] });
    return;
  }
  const words = cleanText(text);
  if (words === "" || /^[-*+] /.test(words)) block.isSummaryOver ||= block.summary.length > 0;
  else if (!block.isSummaryOver) block.summary.push({ line, words });
}

function addItem(block: OpenBlock, item: OpenItem): void {
  block.items.push(item);
  if (item.key !== "session") block.owner = item;
}
