import { readLogBlocks, timeSource } from "../../../vault/log-blocks.ts";
import { inAll, mergeKeyed } from "./merge-keyed.ts";
import { pick } from "./pick.ts";
import { lineText, type MergedLines, type TextVersion, type TextVersions } from "./text-version.ts";

/** Merges a digest log as a set of blocks in the order of their times; lines that were taken out stay out. */
export function mergeDigestLog({ bases, a, b }: TextVersions): MergedLines {
  const base = inAll(bases.map(toBlocks));
  const blocks = mergeKeyed({ base, a: toBlocks(a), b: toBlocks(b) }, { both: mergeBlock });
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
function toBlocks({ lines }: TextVersion): Block[] {
  const blocks: { time: number; lines: string[] }[] = [];
  for (const line of lines) {
    const [, time] = heading.exec(lineText(line)) ?? [];
    const open = blocks.at(-1);
    if (time === undefined && open) open.lines.push(line);
    else if (time !== undefined || lineText(line) !== "") {
      blocks.push({ time: toInstant(time), lines: [line] });
    }
  }
  return blocks.map(({ time, lines: all }) => {
    const own = all.slice(0, all.findLastIndex((line) => lineText(line) !== "") + 1);
    return { time, lines: own, key: keyOf(own) };
  });
}

function keyOf(lines: readonly string[]): string {
  const words = lines.map(lineText);
  const session = readLogBlocks(words)
    .flatMap(({ items }) => items)
    .find(({ key }) => key === "session");
  return session === undefined ? words.join("\n") : `${words[0]}\n${session.words}`;
}

/** A time without zone would mean something else on each device. */
function toInstant(time: string | undefined): number {
  if (time === undefined) return Number.NEGATIVE_INFINITY;
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`;
  const instant = Date.parse(zoned.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  return Number.isNaN(instant) ? 0 : instant;
}

function byTime(x: Block, y: Block): number {
  return x.time - y.time || (x.key < y.key ? -1 : Number(x.key > y.key));
}

/** Line by line: words that were forgotten on one side leave the other's too. */
function mergeBlock(one: Block, two: Block, block: Block | undefined): Block {
  const versions = { base: toLines(block), a: toLines(one), b: toLines(two) };
  const lines = mergeKeyed(versions, {
    both: (x, y, old) => (pick(old?.line, x.line, y.line) === x.line ? x : y),
  });
  return { ...one, lines: lines.map(({ line }) => line) };
}

/** A nested line is that of the line above it. */
function toLines(block: Block | undefined): { readonly key: string; readonly line: string }[] {
  let owner = "";
  return (block?.lines ?? []).map((line) => {
    const words = lineText(line);
    if (/^(?: {2}|\t)/.test(line)) return { key: `${words}\0${owner}`, line };
    owner = words;
    return { key: words, line };
  });
}
