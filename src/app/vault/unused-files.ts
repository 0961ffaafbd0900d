import { rmSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";

/** What earlier versions kept on this device, and nothing reads any more. */
const unused: readonly string[] = [
  ...["", "-wal", "-shm"].map((end) => `.loci/history.db${end}`),
  ".loci/joining",
  ".loci/site-dev",
  ".loci/split-waiting.json",
  ".loci/split.json",
  ".loci/undone",
  ".git/loci/branch",
  ".git/loci/healed",
  ".git/loci/holds-purged",
  ".git/loci/joining",
  ".git/loci/maintenance",
  ".git/loci/move.json",
  ".git/loci/purged-up-to",
  ".git/loci/ref-claim.json",
];

/** The names of what is still there of it. */
export async function unusedFiles(root: string): Promise<readonly string[]> {
  const found = await Promise.all(
    unused.map((name) =>
      lstat(join(root, name)).then(
        () => [name],
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** Removes it; links are not followed. */
export async function removeUnusedFiles(root: string): Promise<void> {
  for (const name of await unusedFiles(root))
    rmSync(join(root, name), { recursive: true, force: true });
}
