import { relate } from "../git/ancestry/ancestry.ts";
import { readIndex } from "../git/index-file/index-file.ts";
import { Objects } from "../git/objects/objects.ts";
import { readHead, readRef, trackingRef } from "../git/refs/refs.ts";
import { openRepository } from "../git/repository/repository.ts";
import { isMoving } from "./apply/move.ts";
import { changedPaths } from "./commit/scan-changes.ts";
import { readSyncRecord, type SyncRecord, shownRemote } from "./round/sync-record.ts";
import { branchOf, type SyncRequest } from "./round/sync-request.ts";

/** How the vault compares with its remote, as far as is known without the network. */
export interface SyncState extends SyncRecord {
  readonly branch: string;
  /** Commits that only this device has, and that only the remote had when it was last seen. */
  readonly ahead: number;
  readonly behind: number;
  /** Files that differ from the last commit. */
  readonly changedFiles: number;
}

/**
 * Reads how the vault stands beside its remote of this name; changes nothing. Rejects with GIT_BLOCKED where there is
 * no repository Loci can read.
 */
export async function readSyncState(
  request: Pick<SyncRequest, "root" | "lociDir" | "person" | "signal">,
  name: string,
): Promise<SyncState> {
  const { root, lociDir, person, signal } = request;
  const repository = await openRepository(root, person);
  const { gitDir, config } = repository;
  const objects = new Objects(gitDir);
  const head = await readHead(gitDir);
  const branch = branchOf(head);
  const seen = await readRef(gitDir, trackingRef(name, branch));
  const { ahead, behind } = await relate(objects, head.oid, seen, signal);
  const parent = head.oid === undefined ? undefined : await objects.readCommit(head.oid);
  const index = await readIndex(gitDir, objects, parent?.tree);
  const changed = await changedPaths({ repository, objects, index, parent, signal });
  const remote = shownRemote(config, name, { root, home: person.home });
  const record = await readSyncRecord(lociDir);
  // Nothing is told of a remote that this vault no longer uses.
  const isOther = record.remote !== null && record.remote !== remote;
  return {
    ...record,
    remote,
    branch,
    lastSuccess: record.remote === remote ? record.lastSuccess : null,
    failure: (await isMoving(gitDir)) ? interrupted : isOther ? null : record.failure,
    ahead: ahead.length,
    behind: behind.length,
    changedFiles: changed.length,
  };
}

const interrupted: SyncRecord["failure"] = {
  reason: "interrupted",
  message: "A sync or commit was interrupted while it wrote files",
  fix: "run `loci sync`; the next save finishes it too",
};
