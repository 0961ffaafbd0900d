import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { findRemoteUrl, gitHome, readGitConfig } from "../../git/config/git-config.ts";
import { parseRemoteUrl } from "../../git/remote/remote-url.ts";
import type { OpenVault } from "../vault/open-vault.ts";

/** The URL of the vault's remote as it may be shown; null where there is none. Loads nothing of git's. */
export async function remoteUrl({ root, env, settings }: OpenVault): Promise<string | null> {
  const person = gitHome(env);
  const config = await readGitConfig(join(root, ".git"), person);
  const url = findRemoteUrl(config, settings.sync.remote);
  if (url === undefined) return null;
  try {
    return parseRemoteUrl(url, { root, home: person.home }).shown;
  } catch (error) {
    if (!(error instanceof LociError)) throw error;
    return settings.sync.remote; // The first round says what is wrong with it.
  }
}
