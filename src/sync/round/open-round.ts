import { join } from "node:path";
import { nodeDisk, openDrafts } from "../../git/disk.ts";
import { readHead } from "../../git/head.ts";
import { openObjects } from "../../git/objects.ts";
import { openRepository } from "../../git/repository.ts";
import type { MoveContext } from "../apply/apply-merge.ts";
import { type Aside, createMergeLate } from "./asides.ts";
import { branchOf } from "./choose-branch.ts";
import type { SyncRequest } from "./sync-request.ts";

/** What one round works with. */
export interface RoundContext extends MoveContext {
  /** Versions that the merge of a late edit put aside, to be written when the files have been moved. */
  readonly asides: Aside[];
}

/** Opens the repository of a vault for one round; the objects it remembers go with it. */
export async function openRound(
  request: Pick<
    SyncRequest,
    | "root"
    | "lociDir"
    | "lock"
    | "clock"
    | "person"
    | "settings"
    | "disk"
    | "lockTimeout"
    | "signal"
  >,
): Promise<RoundContext> {
  const {
    root,
    lociDir,
    lock,
    clock,
    person,
    disk = nodeDisk,
    lockTimeout = 10_000,
    signal,
  } = request;
  const repository = await openRepository(root, person);
  await openDrafts(disk, repository.gitDir);
  const asides: Aside[] = [];
  return {
    repository,
    objects: openObjects(repository.gitDir, disk),
    disk,
    patience: { lockTimeout, signal, clock },
    vault: { root, lociDir, lock, clock },
    person,
    asides,
    mergeLate: createMergeLate(asides),
    maxFileBytes: request.settings.maxFileBytes,
  };
}

/** Where the vault stands now. */
export async function readPlace(root: string): Promise<{ head: string | null; branch: string }> {
  const head = await readHead(join(root, ".git"));
  return { head: head.oid ?? null, branch: branchOf(head) };
}
