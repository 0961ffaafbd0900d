import { existsSync, realpathSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { LociError } from "../errors.ts";
import { findRemoteUrl, gitHome, readGitConfig } from "../git/config/git-config.ts";
import { setRemote } from "../git/remote/remote.ts";
import { parseRemoteUrl } from "../git/remote/remote-url.ts";
import type { SyncRequest } from "./round/sync-request.ts";

/**
 * Gives this clone a remote; where it has one of that name, that stays until a round with this one (`newRemote`) ends
 * well. Throws LociError GIT_BLOCKED, SYNC_FAILED or BAD_INPUT.
 */
export async function connectRemote(
  { root, env }: Pick<SyncRequest, "root" | "env">,
  { name, url }: { readonly name: string; readonly url: string },
): Promise<void> {
  const gitDir = join(root, ".git");
  if (!existsSync(gitDir)) {
    const fix = `run "loci init ${root}" first, which changes nothing in it`;
    const message = `Cannot connect "${root}" to a remote: it is not a git repository; ${fix}`;
    throw new LociError("GIT_BLOCKED", message, { data: { fix } });
  }
  const config = await readGitConfig(gitDir, gitHome(env));
  const place = parseRemoteUrl(url, { root, home: env.HOME });
  if (place.type === "folder") checkOutside(root, place.shown);
  if (findRemoteUrl(config, name) === undefined) await setRemote(gitDir, name, url);
}

/** A vault is no remote of its own. */
function checkOutside(root: string, path: string): void {
  const way = relative(realpathSync(root), existsSync(path) ? realpathSync(path) : path);
  if (way === ".." || way.startsWith(`..${sep}`) || resolve(way) === way) return;
  const state = way === "" ? "it is the vault itself" : "it lies inside the vault";
  const message = `Cannot use the remote "${path}": ${state}; name a folder elsewhere, on a USB stick or a network disk`;
  throw new LociError("BAD_INPUT", message);
}
