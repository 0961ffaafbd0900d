import { join } from "node:path";
import { readIfThere } from "../../git/disk.ts";

const maxBytes = 64 * 2 ** 20;

/** The names of the commits that were made in this clone, by the reflog of HEAD, which no one else writes. */
export async function ownCommits(root: string): Promise<ReadonlySet<string>> {
  const log = await readIfThere(join(root, ".git", "logs", "HEAD"), { maxBytes });
  const lines = log
    ?.toString("latin1")
    .matchAll(/^[0-9a-f]{40} ([0-9a-f]{40}) [^\t\n]*\tcommit\b/gm);
  return new Set(Array.from(lines ?? [], ([, oid = ""]) => oid));
}
