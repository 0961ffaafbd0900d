import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deviceClock } from "../../src/app/vault/device-clock.ts";
import type { PendingRequest } from "../../src/sync/commit/commit-pending.ts";
import { notePending, type PendingRecord } from "../../src/sync/commit/pending.ts";
import type { Lock } from "../../src/vault/lock.ts";
import { createRepo, type TestRepo } from "./repo.ts";

/** A lock among the tasks of one process. */
export function createLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** What every commit of pending changes in the tests has in common. */
export function pendingRequest(root: string, more: Partial<PendingRequest> = {}): PendingRequest {
  return {
    root,
    lociDir: join(root, ".loci"),
    lock: createLock(),
    commitLock: createLock(),
    person: { configFiles: [] },
    authorOf: (agent) => ({ name: agent ?? "Ana", email: `${agent ?? "ana"}@example.org` }),
    device: "board",
    // always the same, so that object names and with them the calls to the disk are
    now: () => new Date("2038-01-01T00:00:00Z"),
    lockTimeout: 300,
    clock: deviceClock,
    ...more,
  };
}

/** A repository with a `.loci` folder that git ignores. */
export function createVault(): TestRepo {
  const repo = createRepo();
  repo.write(".gitignore", ".loci/\n");
  repo.git("add", "-A");
  repo.git("commit", "-qm", "ignore");
  mkdirSync(join(repo.root, ".loci"));
  return repo;
}

/** Writes a line into a topic, and notes it as Loci does. */
export async function learn(
  { root }: Pick<TestRepo, "root">,
  topic: string,
  text: string,
  more: Partial<PendingRecord> = {},
): Promise<void> {
  const path = `topics/${topic}.md`;
  const record: PendingRecord = { path, op: "learned", topic, ...more };
  await notePending(join(root, ".loci"), record);
  const file = join(root, path);
  const before = existsSync(file) ? readFileSync(file) : null;
  const after = Buffer.from(`${before ?? ""}- ${text}\n`);
  writeFileSync(file, after);
  if (more.step === undefined) return;
  await notePending(join(root, ".loci"), {
    ...record,
    op: "derived",
    versions: { before, after },
  });
}
