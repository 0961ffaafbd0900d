import { join } from "node:path";
import { deviceClock } from "../../src/app/vault/device-clock.ts";
import type { MovePlace } from "../../src/sync/apply/move-context.ts";
import type { SyncRequest } from "../../src/sync/round/sync-request.ts";
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

/** A vault that tests write to: nobody has git settings of their own. */
export const placeOf = (root: string): MovePlace => ({
  root,
  lociDir: join(root, ".loci"),
  lock: createLock(),
  person: { configFiles: [] },
  clock: deviceClock,
  lockTimeout: 2_000,
});

/** What every round of the tests has in common: edits are believed at once. */
export function syncRequest(root: string, more: Partial<SyncRequest> = {}): SyncRequest {
  return {
    ...placeOf(root),
    commitLock: createLock(),
    syncLock: createLock(),
    env: { PATH: process.env.PATH },
    device: "board",
    authorOf: (agent) => ({ name: agent ?? "Ana", email: `${agent ?? "ana"}@example.org` }),
    settings: {
      remote: "origin",
      timeoutMs: 10_000,
      maxFileBytes: 2 ** 20,
      readToken: () => more.env?.LOCI_SYNC_TOKEN,
    },
    now: () => new Date(),
    quietMs: 0,
    ...more,
  };
}
