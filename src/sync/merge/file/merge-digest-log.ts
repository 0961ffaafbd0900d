import { timeSource } from "../../../vault/log-blocks.ts";
import { mergeLines, mergeParts, toParts } from "./merge-parts.ts";
import { lineText, type MergedLines, type TextVersion, type TextVersions } from "./text-version.ts";

/**
 * Merges a digest log as a set of blocks in the order of their times. A block merges line by line: words that were
 * forgotten on one side leave the other's too.
 */
export function mergeDigestLog(versions: TextVersions): MergedLines {
  const [base, a, b] = [toBlocks(versions.base), toBlocks(versions.a), toBlocks(versions.b)];
  const both = (one: Block, two: Block, old: Block | undefined): Block[] => [
    { ...one, lines: mergeLines(old?.lines ?? [], one.lines, two.lines) },
  ];
  const blocks = mergeParts({ base, a, b }, { both }).map(([, block]) => block);
  const byTime = (x: Block, y: Block): number =>
    x.time - y.time || (x.key < y.key ? -1 : Number(x.key > y.key));
  const lines = blocks.sort(byTime).flatMap((block) => ["", ...block.lines]);
  return { lines: lines.slice(1), keptBoth: [] };
}

interface Block {
  /** Of a conversation its session, else all it says. */
  readonly key: string;
  /** Milliseconds; what stands above the first block comes first. */
  readonly time: number;
  readonly lines: readonly string[];
}

const heading = new RegExp(`^##[ \\t]+(${timeSource})(?:[ \\t]|$)`);

/** Cuts a log at the headings that state a time; someone's notes belong to the block above them. */
function toBlocks({ lines }: TextVersion) {
  const blocks: string[][] = [];
  for (const line of lines) {
    const open = blocks.at(-1);
    if (open && !heading.test(line)) open.push(line);
    else if (lineText(line) !== "") blocks.push([line]);
  }
  return toParts(blocks.map(toBlock), ({ key }) => key);
}

function toBlock(all: readonly string[]): Block {
  const words = all.map(lineText);
  const lines = all.slice(0, words.findLastIndex((line) => line !== "") + 1);
  const [first = ""] = words;
  const session = words.find((line) => /^ ?[-*+][ \t]+session:/.test(line));
  const key = `${first}\n${session ?? words.slice(0, lines.length).join("\n")}`;
  return { key, time: toInstant(heading.exec(first)?.[1]), lines };
}

/** A time without zone would mean something else on each device. */
function toInstant(time: string | undefined): number {
  if (time === undefined) return Number.NEGATIVE_INFINITY;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`;
  return Date.parse(zoned.replace(/([+-]\d\d)(\d\d)$/, "$1:$2")) || 0;
}
