import { join } from "node:path";
import { readIfThere } from "../disk.ts";

/** What git writes into the reflog of HEAD when it puts other versions of the files into the folder. */
const moves = /^(?:checkout|reset|rebase|merge|pull|am|cherry-pick|revert|clone)\b/;

/**
 * When git last brought other versions of files into the folder (ms since the epoch); undefined if it never did, not in
 * the last forty entries or so. Loci's own moves do not count.
 */
export async function lastHeadMove(root: string): Promise<number | undefined> {
  const log = join(root, ".git", "logs", "HEAD");
  const bytes = await readIfThere(log, { maxBytes: 8_192, only: "end" }).catch(() => undefined); // a pipe
  const lines = bytes?.toString("utf8").split("\n") ?? [];
  const times = lines.flatMap((line) => {
    const [, at, what = ""] =
      /^[0-9a-f]{40} [0-9a-f]{40} .*> (\d+) [-+]\d{4}\t(.*)$/.exec(line) ?? [];
    return moves.test(what) ? [Number(at) * 1_000] : [];
  });
  return times.at(-1);
}
