import { join } from "node:path";
import git from "isomorphic-git";
import { type Disk, nodeDisk, openDrafts, readIfThere, replaceFile } from "../disk.ts";
import { withRefLock } from "../lock-file.ts";
import { StoreFs } from "../objects/store-fs.ts";

/** Writes git's settings of this clone, by full name, under git's own lock, `usual` where there is none; every other line stays. */
export async function setConfig(
  gitDir: string,
  values: Readonly<Record<string, string>>,
  disk: Disk = nodeDisk,
  usual: Readonly<Record<string, string>> = {},
): Promise<void> {
  const file = join(gitDir, "config");
  await openDrafts(disk, gitDir);
  await withRefLock({ disk, lockTimeout: 2_000, repository: { gitDir } }, file, async () => {
    const text = (await readIfThere(file))?.toString("utf8") ?? "";
    const fs = new StoreFs(gitDir, disk);
    const next = await fs.quarantine(new Map([["config", text]]), async () => {
      for (const [path, value] of Object.entries({ ...usual, ...values })) {
        if (path.includes('"')) continue; // The library does not quote it.
        const place = { fs, gitdir: gitDir, path };
        if (path in values || !(await git.getConfig(place)))
          await git.setConfig({ ...place, value });
      }
      return fs.promises.readFile(file, "utf8");
    });
    if (next !== text) await replaceFile(disk, gitDir, file, Buffer.from(next));
  });
}
