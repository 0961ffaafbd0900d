import { join } from "node:path";
import { deviceClock } from "../../src/app/vault/device-clock.ts";
import type { PendingRequest } from "../../src/sync/commit/commit-pending.ts";
import type { Lock } from "../../src/vault/lock.ts";

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
    now: new Date("2038-01-01T00:00:00Z"),
    lockTimeout: 300,
    clock: deviceClock,
    ...more,
  };
}
