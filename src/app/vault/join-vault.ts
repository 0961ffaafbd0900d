import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { LociError, messageOf } from "../../errors.ts";
import { setConfig } from "../../git/config/git-config.ts";
import { parseRemoteUrl } from "../../git/remote/remote-url.ts";
import { initRepository } from "../../git/repository/repository.ts";
import { isMoving } from "../../sync/apply/move.ts";
import type { SyncReport } from "../../sync/round/sync-request.ts";
import { listFiles } from "../../vault/list-files.ts";
import {
  type CreatedVault,
  type CreateVaultOptions,
  cannotMake,
  createVault,
  lookAtFolder,
} from "./create-vault.ts";
import { type OpenOptions, openVault } from "./open-vault.ts";
import { syncRound } from "./sync-round.ts";

export interface JoinVaultOptions extends Omit<CreateVaultOptions, "mayCommit"> {
  readonly report: OpenOptions["report"];
  readonly url: string;
  readonly signal?: AbortSignal;
}

/**
 * Makes this device's copy of the vault that a remote holds, in a new or empty folder: an empty vault, and its first
 * round. What is not a vault yet becomes one, with `topics` where the remote is empty: it is `made`, and the next round
 * sends it. If it is killed, the same call goes on, or a later round does. Rejects as `syncRound` does, and with
 * BAD_INPUT where the folder holds anything else.
 */
export async function joinVault(
  options: JoinVaultOptions,
): Promise<{ report: SyncReport; made: CreatedVault | undefined }> {
  const { root, env, url } = options;
  parseRemoteUrl(url, { root, home: env.HOME });
  const { isEmpty, hasCommits } = await lookAtFolder(root);
  if (hasCommits || !(isEmpty || (await isMoving(join(root, ".git"))))) {
    const way = `to merge what it holds with the vault there, run "loci init ${root}" if it is not a vault yet, then "cd ${root} && loci sync --remote ${url}"`;
    const message = `Cannot join "${url}" into "${root}": the folder is not empty; ${way}`;
    throw new LociError("BAD_INPUT", message);
  }
  try {
    mkdirSync(join(root, ".loci"), { recursive: true, mode: 0o700 });
    await initRepository(root);
  } catch (error) {
    throw cannotMake(root, messageOf(error), error);
  }
  const report = await firstRound(options);
  if (existsSync(join(root, "loci.yaml")) || listFiles(root).files.length > 0)
    return { report, made: undefined };
  const topics = report.head === null ? options.topics : "none";
  // Who names a remote to sync with wants commits.
  const made = await createVault({ ...options, topics, mayCommit: async () => true });
  return { report, made };
}

async function firstRound(options: JoinVaultOptions): Promise<SyncReport> {
  const { root, url, signal } = options;
  const vault = await openVault({ ...options, toleratesBadSettings: true });
  try {
    const report = await syncRound(vault, { remote: url, signal });
    // The person's own `git pull` knows then which branch this one follows.
    const upstream = `branch.${report.branch}`;
    await setConfig(join(root, ".git"), {
      [`${upstream}.remote`]: vault.settings.sync.remote,
      [`${upstream}.merge`]: `refs/heads/${report.branch}`,
    });
    return report;
  } finally {
    await vault.close();
  }
}
