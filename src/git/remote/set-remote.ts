import { join } from "node:path";
import { parseGitConfig } from "../config/git-config.ts";
import { setConfig } from "../config/set-config.ts";
import { type Disk, readRules } from "../disk.ts";
import { parseRemoteUrl } from "./remote-url.ts";

/**
 * Writes the URL of a remote into git's settings of this clone, every other line of which stays. Rejects with
 * SYNC_FAILED where it holds a password or token, with GIT_BLOCKED where another git program is writing there.
 */
export async function setRemote(
  gitDir: string,
  name: string,
  url: string,
  disk?: Disk,
): Promise<void> {
  parseRemoteUrl(url, { root: gitDir, home: undefined });
  const text = await readRules(join(gitDir, "config"), true);
  const fetch = new Map(parseGitConfig(text)).get(`remote.${name}.fetch`);
  const values = {
    [`remote.${name}.url`]: url,
    [`remote.${name}.fetch`]: fetch ?? `+refs/heads/*:refs/remotes/${name}/*`,
  };
  await setConfig(gitDir, values, disk);
}
