import { join } from "node:path";
import { nodeDisk, openDrafts } from "../../git/disk.ts";
import { openObjects } from "../../git/objects/objects.ts";
import { readHead } from "../../git/refs/head.ts";
import { openRepository } from "../../git/repository/repository.ts";
import { findGit, type SystemGit } from "../../git/system-git.ts";
import type { MoveContext } from "../apply/apply-merge.ts";
import { type Aside, createMergeLate } from "./asides.ts";
import { branchOf } from "./choose-branch.ts";
import type { SyncRequest } from "./sync-request.ts";

/** What one round works with. */
export interface RoundContext extends MoveContext {
  /** The system's git, where there is one. */
  readonly git: SystemGit | undefined;
  /** Versions that the merge of a late edit put aside, to be written when the files have been moved. */
  readonly asides: Aside[];
}

/** Opens the repository of a vault for one round; the objects it remembers go with it. */
export async function openRound(request: Omit<SyncRequest, "syncLock">): Promise<RoundContext> {
  const { root, lociDir, lock, clock, person, disk = nodeDisk, lockTimeout = 10_000 } = request;
  const repository = await openRepository(root, person);
  await openDrafts(disk, repository.gitDir);
  const asides: Aside[] = [];
  return {
    ...{ repository, disk, person, asides },
    objects: openObjects(repository.gitDir, disk),
    git: await findGit(request.env, disk),
    lockOptions: { lockTimeout, signal: request.signal, clock },
    vault: { root, lociDir, lock, clock },
    mergeLate: createMergeLate(asides),
    maxFileBytes: request.settings.maxFileBytes,
  };
}

/** Where the vault stands now. */
export async function readPlace(root: string): Promise<{ head: string | null; branch: string }> {
  const head = await readHead(join(root, ".git"));
  return { head: head.oid ?? null, branch: branchOf(head) };
}
