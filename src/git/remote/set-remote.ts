import { setConfig } from "../config/set-config.ts";
import type { Disk } from "../disk.ts";
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
  const fetch = { [`remote.${name}.fetch`]: `+refs/heads/*:refs/remotes/${name}/*` };
  await setConfig(gitDir, { [`remote.${name}.url`]: url }, disk, fetch);
}
