import { appendFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { gitHome } from "../../git/config/git-config.ts";
import { nodeDisk } from "../../git/disk.ts";
import { openObjects } from "../../git/objects/objects.ts";
import { readHead } from "../../git/refs/head.ts";
import { openRepository } from "../../git/repository/repository.ts";
import type { Purged } from "../../sync/purge/find-lines.ts";
import { findLinesToPurge } from "../../sync/purge/mark-lines.ts";
import { purgeLine } from "../../sync/purge/purge-marks.ts";
import { forgottenPath } from "../../sync/round/forgotten.ts";
import { checkUnused } from "../../sync/round/purge-here.ts";
import type { OpenVault } from "../open-vault.ts";
import { syncRound } from "./sync-round.ts";

/** Throws LociError BAD_INPUT where there is no history, and GIT_BLOCKED where it is one that Loci leaves alone. */
export async function checkPurge({ root, env, settings }: OpenVault): Promise<void> {
  if (!existsSync(join(root, ".git")) || !settings.commit.enabled) {
    throw new LociError(
      "BAD_INPUT",
      "Cannot purge git's history: this vault has none that Loci writes; --erase takes all that is kept besides",
    );
  }
  const { gitDir } = await openRepository(root, gitHome(env));
  await checkUnused(gitDir);
}

/**
 * Takes what was erased out of every version in git's history here, and marks it, so that the remote and other devices
 * follow. Returns the files that still say it in the same lines. Throws LociError GIT_BLOCKED or SYNC_FAILED.
 */
export async function purgeVault(parts: OpenVault, purged: Purged): Promise<readonly string[]> {
  const { root, lock, committer, now } = parts;
  await syncRound(parts, { local: true });
  const gitDir = join(root, ".git");
  const head = await readHead(gitDir);
  if (head.oid === undefined) return [];
  const objects = openObjects(gitDir, nodeDisk);
  const { hashes, stillIn } = await findLinesToPurge({ gitDir, objects }, head.oid, purged).finally(
    objects.close,
  );
  if (hashes.length === 0) return stillIn;
  const time = new Date(now()).toISOString();
  await lock(async () => {
    await committer.note([{ path: forgottenPath, topic: "forgotten", op: "derived" }]);
    mkdirSync(join(root, "log"), { recursive: true });
    const lines = hashes.map((hash) => `${purgeLine(time, hash)}\n`);
    appendFileSync(join(root, forgottenPath), lines.join(""));
  });
  await syncRound(parts, { local: true });
  return stillIn;
}
