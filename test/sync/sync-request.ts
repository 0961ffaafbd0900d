import { join } from "node:path";
import { deviceClock } from "../../src/app/vault/device-clock.ts";
import type { SyncRequest } from "../../src/sync/round/sync-request.ts";
import { createLock } from "./pending-request.ts";

/** What every round of the tests has in common: edits are believed at once. */
export function syncRequest(root: string, more: Partial<SyncRequest> = {}): SyncRequest {
  return {
    root,
    lociDir: join(root, ".loci"),
    lock: createLock(),
    commitLock: createLock(),
    syncLock: createLock(),
    person: { configFiles: [] },
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
    clock: deviceClock,
    quietMs: 0,
    lockTimeout: 2_000,
    ...more,
  };
}
