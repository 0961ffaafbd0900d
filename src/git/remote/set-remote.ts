import { join } from "node:path";
import git from "isomorphic-git";
import type { DeviceClock } from "../../device-clock.ts";
import { LociError } from "../../errors.ts";
import { parseGitConfig } from "../config/git-config.ts";
import { type Disk, nodeDisk, openDrafts, readIfThere, replaceFile } from "../disk.ts";
import { withRefLock } from "../lock-file.ts";
import { StoreFs } from "../objects/store-fs.ts";
import { parseRemoteUrl } from "./remote-url.ts";

/** What git's settings are changed with. */
interface Means {
  readonly clock: DeviceClock;
  readonly disk?: Disk | undefined;
}

/**
 * Writes the URL of a remote into git's settings of this clone, every other line of which stays. Rejects with SYNC_FAILED
 * where the URL holds a password or token, with GIT_BLOCKED where another git program is writing there.
 */
export async function setRemote(
  gitDir: string,
  name: string,
  url: string,
  means: Means,
): Promise<void> {
  if (!/^[A-Za-z0-9][-\w.]*$/.test(name) || name.includes("..")) {
    const message = `Cannot use the remote name "${name}": letters, digits, dots and dashes only`;
    throw new LociError("BAD_INPUT", message);
  }
  parseRemoteUrl(url, { root: gitDir, home: undefined });
  const usual = { [`remote.${name}.fetch`]: `+refs/heads/*:refs/remotes/${name}/*` };
  await changeConfig(gitDir, means, { [`remote.${name}.url`]: url }, usual);
}

/** Lets the person's own `git pull` know which branch of which remote a branch follows. */
export async function setUpstream(
  gitDir: string,
  upstream: { readonly branch: string; readonly remote: string; readonly remoteBranch: string },
  means: Means,
): Promise<void> {
  const { branch, remote, remoteBranch } = upstream;
  if (branch.includes('"')) return; // The library would not quote it.
  await changeConfig(gitDir, means, {
    [`branch.${branch}.remote`]: remote,
    [`branch.${branch}.merge`]: `refs/heads/${remoteBranch}`,
  });
}

/** Replaces git's settings under git's own lock; each key has one value then. The usual values count where a key has none. */
async function changeConfig(
  gitDir: string,
  { clock, disk = nodeDisk }: Means,
  values: Readonly<Record<string, string>>,
  usual: Readonly<Record<string, string>> = {},
): Promise<void> {
  const file = join(gitDir, "config");
  const lockOptions = { lockTimeout: 2_000, signal: undefined, clock };
  await openDrafts(disk, gitDir);
  await withRefLock({ disk, lockOptions, repository: { gitDir } }, file, async () => {
    const text = (await readIfThere(file))?.toString("utf8") ?? "";
    const pairs = parseGitConfig(text);
    const missing = Object.entries(usual).filter(([path]) => pairs.every(([key]) => key !== path));
    const fs = new StoreFs(gitDir, disk);
    const next = await fs.quarantine(new Map([["config", text]]), async () => {
      for (const [path, value] of [...Object.entries(values), ...missing]) {
        const [last, ...others] = pairs.filter(([key]) => key === path).toReversed();
        const call = { fs, gitdir: gitDir, path };
        for (const _ of others) await git.setConfig({ ...call, value: undefined });
        if (last?.[1] !== value || others.length > 0) await git.setConfig({ ...call, value });
      }
      return fs.promises.readFile(file, "utf8");
    });
    if (next !== text) await replaceFile(disk, gitDir, file, Buffer.from(next));
  });
}
