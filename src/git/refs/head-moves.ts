import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "../disk.ts";

/** Git put the files of one commit in place of those of another. */
export interface HeadMove {
  /** Names of commits; all zeros where there was none. */
  readonly from: string;
  readonly to: string;
  /** Seconds since the epoch. */
  readonly at: string;
}

/** What git writes into the reflog of HEAD when it puts other versions of the files into the folder. */
const moves = /^(?:checkout|reset|rebase|merge|pull|am|cherry-pick|revert|clone)\b/;
/** Enough for some forty entries; older ones do not matter. */
const tailBytes = 8_192;

/** The last times that git brought other versions of files into the folder, the newest last. Loci's own are none. */
export async function headMoves(root: string): Promise<readonly HeadMove[]> {
  const log = await readTail(join(root, ".git", "logs", "HEAD"));
  return log.split("\n").flatMap((line) => {
    const [, from = "", to = "", at = "", what = ""] =
      /^([0-9a-f]{40}) ([0-9a-f]{40}) .*> (\d+) [-+]\d{4}\t(.*)$/.exec(line) ?? [];
    return moves.test(what) ? [{ from, to, at }] : [];
  });
}

/** When git last did so (ms since the epoch); undefined if it never did. */
export async function lastHeadMove(root: string): Promise<number | undefined> {
  const last = (await headMoves(root)).at(-1);
  return last && Number(last.at) * 1_000;
}

/** Those after one that was the last before; undefined where that is too long ago to say. */
export function movesAfter(
  all: readonly HeadMove[],
  last: HeadMove | undefined,
): readonly HeadMove[] | undefined {
  if (last === undefined) return all;
  const at = all.findLastIndex((move) => keyOf(move) === keyOf(last));
  return at < 0 ? undefined : all.slice(at + 1);
}

const keyOf = ({ from, to, at }: HeadMove): string => `${from} ${to} ${at}`;

async function readTail(path: string): Promise<string> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return ""; // A pipe would make a recall wait for ever.
      const { size } = stat;
      const start = Math.max(0, size - tailBytes);
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(size - start),
        0,
        size - start,
        start,
      );
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isMissing(error)) return ""; // No repository, or one without a reflog.
    throw error;
  }
}
