import { join } from "node:path";
import { LociError } from "../../errors.ts";
import { gitHome } from "../../git/config/git-config.ts";
import { blocked, nodeDisk } from "../../git/disk.ts";
import { openObjects } from "../../git/objects/objects.ts";
import { readHead } from "../../git/refs/refs.ts";
import { openRepository } from "../../git/repository/repository.ts";
import type { RoundOptions } from "../../sync/background/syncing.ts";
import type { HeldBack } from "../../sync/commit/commit-paths.ts";
import { forgottenPath } from "../../sync/merge/file/removals.ts";
import { findLinesToPurge, type LinesToPurge, type Purged } from "../../sync/purge/find-lines.ts";
import { noteUnfinished, readUnfinished, toMarks } from "../../sync/purge/purge-marks.ts";
import { appendMarks } from "../../sync/round/forgotten.ts";
import { checkUnused } from "../../sync/round/purge-here.ts";
import type { OpenVault } from "../vault/open-vault.ts";
import { syncRound } from "./sync-round.ts";

/** Throws LociError BAD_INPUT where Loci does not commit, and GIT_BLOCKED for a history that it leaves alone. */
export async function checkPurge({ root, env, settings }: OpenVault): Promise<void> {
  if (!settings.commit.enabled) {
    throw new LociError(
      "BAD_INPUT",
      "Cannot purge git's history: commit.enabled is false, so Loci leaves this repository alone; LOCI_COMMIT_ENABLED=true lets this one command change it",
    );
  }
  const { gitDir } = await openRepository(root, gitHome(env));
  await checkUnused(gitDir);
}

/**
 * Takes what was erased out of every version in git's history here, and marks it, so that the remote and other devices
 * follow. It can be done again. `accept`: what the person agrees to, as in any round, for it begins with one. Throws
 * LociError GIT_BLOCKED or SYNC_FAILED.
 */
export async function purgeVault(
  parts: OpenVault,
  purged: Purged,
  accept?: RoundOptions["accept"],
): Promise<Omit<LinesToPurge, "hashes">> {
  const { root, lock, committer, now } = parts;
  const { heldBack } = await syncRound(parts, { local: true, accept });
  const gitDir = join(root, ".git");
  const { oid } = await readHead(gitDir);
  if (oid === undefined) return { stillIn: [] };
  const objects = openObjects(gitDir, nodeDisk);
  const { hashes, ...kept } = await findLinesToPurge(objects, oid, purged);
  const old = new Set<string>(purged.entries.map(({ file }) => file));
  checkCommitted(heldBack.find(({ path }) => old.has(path) && kept.stillIn.includes(path)));
  if (hashes.length === 0) return kept;
  await committer.note([{ path: forgottenPath, topic: "forgotten", op: "derived" }]);
  const marks = toMarks(hashes, new Date(now()));
  await noteUnfinished(nodeDisk, gitDir, marks, "yes");
  await lock(() => appendMarks(root, () => [...marks]));
  const after = await syncRound(parts, { local: true });
  checkCommitted(after.heldBack.find(({ path }) => path === forgottenPath));
  const left = await readUnfinished(gitDir);
  if (marks.isDisjointFrom(left)) return kept;
  throw blocked(`${forgottenPath} is not committed`, "commit it");
}

/** Throws GIT_BLOCKED for a file that a purge needs in the last commit, and that is held back. */
function checkCommitted(file: HeldBack | undefined): void {
  if (file !== undefined)
    throw blocked(`${file.path} is not committed: ${file.reason}`, "put that right");
}
