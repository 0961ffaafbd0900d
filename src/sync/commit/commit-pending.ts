import type { Blocked } from "../../git/blocked.ts";
import type { Author, CommitText } from "../../git/objects/write-commit.ts";
import type { Lock } from "../../vault/lock.ts";
import { commitMessage } from "./commit-message.ts";
import { type CommitRequest, commitPaths, type HeldBack } from "./commit-paths.ts";
import { type PendingRecord, readPending, removePending } from "./pending.ts";

/** A commit of everything that Loci wrote since the last one. */
export interface PendingRequest extends Omit<CommitRequest, "paths" | keyof CommitText> {
  /** A second lock of the vault, for commits only; it is held longer, writers do not wait for it. */
  readonly commitLock: Lock;
  /** The author of what an agent wrote, or the person (undefined) through Loci. */
  readonly authorOf: (agent: string | undefined) => Author;
  /** The name of this device, for the trailer. */
  readonly device: string;
  readonly now: Date;
}

/** What came of the pending changes: one commit for each author, or the reason why there is none. */
export type PendingResult =
  | {
      readonly status: "committed" | "nothing";
      readonly oids: readonly string[];
      readonly paths: readonly string[];
      readonly heldBack: readonly HeldBack[];
    }
  | Blocked;

/**
 * Commits what the journal `.loci/pending` names and takes it out of there. Processes that waited for
 * their turn find it done and return at once; what is held back or blocked stays for the next time.
 */
export async function commitPending(request: PendingRequest): Promise<PendingResult> {
  return request.commitLock(() => commitBatch(request), request.signal);
}

async function commitBatch(request: PendingRequest): Promise<PendingResult> {
  const { lociDir, lock, signal } = request;
  const read = await lock(() => readPending(lociDir), signal);
  const done = { oids: [] as string[], paths: [] as string[], heldBack: [] as HeldBack[] };
  const left = new Set(read.records);
  let stopped: Blocked | undefined;
  try {
    for (const [agent, records] of groupByAuthor(read.records)) {
      const result = await commitPaths(toCommit(request, agent, records));
      if (result.status === "blocked") {
        stopped = result;
        break;
      }
      if (result.status === "committed") {
        done.oids.push(result.oid);
        done.paths.push(...result.paths);
      }
      done.heldBack.push(...result.heldBack);
      const held = new Set(result.heldBack.map(({ path }) => path));
      for (const record of records) if (!held.has(record.path)) left.delete(record);
    }
  } finally {
    if (left.size < read.records.length || read.isDamaged) {
      await lock(() => removePending(lociDir, read, [...left], request.disk));
    }
  }
  if (stopped) return stopped;
  return { status: done.oids.length > 0 ? "committed" : "nothing", ...done };
}

/** A file has one author in a batch: the last one who had it changed. */
function groupByAuthor(
  records: readonly PendingRecord[],
): ReadonlyMap<string | undefined, readonly PendingRecord[]> {
  const agentsByPath = new Map(records.map(({ path, agent }) => [path, agent]));
  return Map.groupBy(records, ({ path }) => agentsByPath.get(path));
}

function toCommit(
  request: PendingRequest,
  agent: string | undefined,
  records: readonly PendingRecord[],
): CommitRequest {
  const { commitLock, authorOf, device, ...rest } = request;
  return {
    ...rest,
    paths: [...new Set(records.map(({ path }) => path))],
    message: commitMessage(records),
    author: authorOf(agent),
    trailers: { Device: device, ...(agent === undefined ? {} : { Agent: agent }) },
  };
}
