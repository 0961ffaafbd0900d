import { join } from "node:path";
import { createDraft, type Disk, openDrafts, readIfThere } from "./disk.ts";

/** Puts HEAD on a branch that has no commit yet, under git's own lock. */
export async function setUnbornHead(gitDir: string, branch: string, disk: Disk): Promise<void> {
  const lock = join(gitDir, "HEAD.lock");
  const content = Buffer.from(`ref: refs/heads/${branch}\n`);
  await openDrafts(disk, gitDir);
  if ((await readIfThere(join(gitDir, "HEAD")))?.equals(content)) return;
  if (!(await readIfThere(lock))?.equals(content)) {
    const draft = await createDraft(disk, gitDir, content);
    await disk.link(draft, lock);
    await disk.unlink(draft);
  }
  await disk.rename(lock, join(gitDir, "HEAD"));
}
