import { join } from "node:path";
import { type Disk, openDrafts, readIfThere } from "./disk.ts";
import { type Patience, takeLock } from "./index-lock.ts";

/** Puts HEAD on a branch that has no commit yet, under git's own lock; that of a killed try is gone on with. */
export async function setUnbornHead(
  gitDir: string,
  branch: string,
  { disk, patience }: { readonly disk: Disk; readonly patience: Patience },
): Promise<void> {
  const lock = join(gitDir, "HEAD.lock");
  const content = Buffer.from(`ref: refs/heads/${branch}\n`);
  await openDrafts(disk, gitDir);
  if ((await readIfThere(join(gitDir, "HEAD")))?.equals(content)) return;
  const isOurs = (await readIfThere(lock))?.equals(content) === true;
  if (!isOurs) await takeLock(disk, gitDir, lock, content, patience);
  await disk.rename(lock, join(gitDir, "HEAD"));
}
