import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readHead } from "../../src/git/refs/refs.ts";
import type { MovePlace } from "../../src/sync/apply/move-context.ts";
import type { CommitRequest } from "../../src/sync/commit/commit-steps.ts";
import { notePending, type PendingRecord } from "../../src/sync/commit/pending.ts";
import type { SyncRequest } from "../../src/sync/round/sync-request.ts";
import type { Lock } from "../../src/vault/lock.ts";
import { deviceClock } from "../device-clock.ts";

/** A lock among the tasks of one process. */
export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** A vault that tests write to: nobody has git settings of their own. */
export const placeOf = (root: string): MovePlace => ({
  root,
  lociDir: join(root, ".loci"),
  lock: createLock(),
  person: { configFiles: [] },
  clock: deviceClock,
  lockTimeout: 2_000,
});

/** What every round of the tests has in common. */
export function syncRequest(root: string, more: Partial<SyncRequest> = {}): SyncRequest {
  return {
    ...placeOf(root),
    commitLock: createLock(),
    syncLock: createLock(),
    env: { PATH: process.env.PATH },
    device: "board",
    author: { name: "Ana", email: "ana@example.org" },
    settings: {
      remote: "origin",
      timeoutMs: 10_000,
      readToken: () => more.env?.LOCI_SYNC_TOKEN,
    },
    now: () => new Date(),
    ...more,
  };
}

/** Always the same, so that object names and with them the calls to the disk are. */
export const sameTime = () => new Date("2038-01-01T00:00:00Z");

/** What every commit of pending changes in the tests has in common. */
export const pendingRequest = (root: string, more: Partial<CommitRequest> = {}): CommitRequest => ({
  ...syncRequest(root),
  now: sameTime,
  lockTimeout: 300,
  ...more,
});

/** Adds to a file as Loci does: noted first, then written; a step is noted with its versions, too. */
export async function writeAsLoci(
  root: string,
  path: string,
  text: string,
  more: Partial<PendingRecord> = {},
): Promise<void> {
  const [file, lociDir] = [join(root, path), join(root, ".loci")];
  const record: PendingRecord = { path, op: "learned", topic: basename(path, ".md"), ...more };
  for (const folder of [lociDir, dirname(file)]) mkdirSync(folder, { recursive: true });
  await notePending(lociDir, record);
  const before = existsSync(file) ? readFileSync(file) : null;
  const after = Buffer.from(`${before ?? ""}${text}`);
  writeFileSync(file, after);
  const head = (await readHead(join(root, ".git"))).oid;
  if (more.step !== undefined)
    await notePending(lociDir, { ...record, op: "derived", versions: { before, after, head } });
}

/** Adds an entry to a topic as Loci does. */
export const learn = (
  { root }: { readonly root: string },
  topic: string,
  text: string,
  more?: Partial<PendingRecord>,
): Promise<void> => writeAsLoci(root, `topics/${topic}.md`, `- ${text}\n`, more);
