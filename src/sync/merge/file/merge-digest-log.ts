import { blockHeading } from "../../../vault/log/digest-log.ts";
import { lineText, mergeLines, mergeParts, toParts } from "./merge-parts.ts";
import type { MergedLines, TextVersion, TextVersions } from "./text-version.ts";

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
  blocks.sort((x, y) => (x.key < y.key ? -1 : Number(x.key > y.key)));
  const lines = blocks.flatMap((block) => ["", ...block.lines]);
  return { lines: lines.slice(1), keptBoth: [] };
}

type Block = ReturnType<typeof toBlock>;

/** Cuts a log at the headings that state a time; someone's notes belong to the block above them. */
function toBlocks({ lines }: TextVersion) {
  const blocks: string[][] = [];
  for (const line of lines) {
    const open = blocks.at(-1);
    if (open && !blockHeading.test(line)) open.push(line);
    else if (lineText(line) !== "") blocks.push([line]);
  }
  return toParts(blocks.map(toBlock), ({ key }) => key);
}

/** Its key is its time, none for what stands above the first block; then of a conversation its session, else all it says. */
function toBlock(all: readonly string[]) {
  const words = all.map(lineText);
  const lines = all.slice(0, words.findLastIndex((line) => line !== "") + 1);
  const [first = ""] = words;
  const session = words.find((line) => /^ ?[-*+][ \t]+session:/.test(line));
  const own = session === undefined ? words.slice(0, lines.length) : [first, session];
  return { key: [blockHeading.exec(first)?.[1] ?? "", ...own].join("\n"), lines };
}
