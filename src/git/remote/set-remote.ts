import { join } from "node:path";
import git from "isomorphic-git";
import { parseGitConfig } from "../config/git-config.ts";
import { type Disk, nodeDisk, openDrafts, readIfThere, replaceFile } from "../disk.ts";
import { withRefLock } from "../lock-file.ts";
import { StoreFs } from "../objects/store-fs.ts";
import { parseRemoteUrl } from "./remote-url.ts";

/**
 * Writes the URL of a remote into git's settings of this clone, every other line of which stays. Rejects with
 * SYNC_FAILED where it holds a password or token, with GIT_BLOCKED where another git program is writing there.
 */
export async function setRemote(
  gitDir: string,
  name: string,
  url: string,
  disk: Disk = nodeDisk,
): Promise<void> {
  parseRemoteUrl(url, { root: gitDir, home: undefined });
  const refs = `+refs/heads/*:refs/remotes/${name}/*`;
  await changeConfig(gitDir, disk, (had) => ({
    [`remote.${name}.url`]: url,
    ...(had.has(`remote.${name}.fetch`) ? {} : { [`remote.${name}.fetch`]: refs }),
  }));
}

/** Lets the person's own `git pull` know which branch of a remote the branch of that name follows. */
export async function setUpstream(
  gitDir: string,
  { branch, remote }: { readonly branch: string; readonly remote: string },
  disk: Disk = nodeDisk,
): Promise<void> {
  if (branch.includes('"')) return; // The library would not quote it.
  await changeConfig(gitDir, disk, () => ({
    [`branch.${branch}.remote`]: remote,
    [`branch.${branch}.merge`]: `refs/heads/${branch}`,
  }));
}

/** Replaces git's settings under git's own lock. */
async function changeConfig(
  gitDir: string,
  disk: Disk,
  valuesFor: (had: ReadonlyMap<string, string>) => Readonly<Record<string, string>>,
): Promise<void> {
  const file = join(gitDir, "config");
  await openDrafts(disk, gitDir);
  await withRefLock({ disk, lockTimeout: 2_000, repository: { gitDir } }, file, async () => {
    const text = (await readIfThere(file))?.toString("utf8") ?? "";
    const values = Object.entries(valuesFor(new Map(parseGitConfig(text))));
    const fs = new StoreFs(gitDir, disk);
    const next = await fs.quarantine(new Map([["config", text]]), async () => {
      for (const [path, value] of values) await git.setConfig({ fs, gitdir: gitDir, path, value });
      return fs.promises.readFile(file, "utf8");
    });
    if (next !== text) await replaceFile(disk, gitDir, file, Buffer.from(next));
  });
}
