import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "../disk.ts";

/** What git writes into the reflog of HEAD when it puts other versions of the files into the folder. */
const moves = /^(?:checkout|reset|rebase|merge|pull|am|cherry-pick|revert|clone)\b/;
/** Enough for some forty entries; older ones do not matter. */
const tailBytes = 8_192;

/**
 * When git last brought other versions of files into the folder (ms since the epoch); undefined if it never did. Loci's
 * own moves do not count.
 */
export async function lastHeadMove(root: string): Promise<number | undefined> {
  const lines = (await readTail(join(root, ".git", "logs", "HEAD"))).split("\n");
  const times = lines.flatMap((line) => {
    const [, at, what = ""] =
      /^[0-9a-f]{40} [0-9a-f]{40} .*> (\d+) [-+]\d{4}\t(.*)$/.exec(line) ?? [];
    return moves.test(what) ? [Number(at) * 1_000] : [];
  });
  return times.at(-1);
}

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
