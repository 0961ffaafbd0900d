/** Run as a process of its own, with die-at.ts: does a job in a vault. */
import { initRepository } from "../../src/git/repository/repository.ts";
import { commitPending } from "../../src/sync/commit/commit-steps.ts";
import { syncVault } from "../../src/sync/sync.ts";
import { packRepo } from "../git/maintenance/maintained.ts";
import type { Job } from "./kills.ts";
import { purge } from "./purge/purging.ts";
import { pendingRequest, sameTime, syncRequest } from "./sync-request.ts";

const [job, root = "", url = ""] = process.argv.slice(2);
const request = syncRequest(root, { now: sameTime, env: process.env });
const jobs: Record<Job, () => Promise<unknown>> = {
  commit: () => commitPending(pendingRequest(root)),
  init: () => initRepository(root),
  join: async () => {
    await initRepository(root);
    await syncVault({ ...request, remote: url });
  },
  pack: () => packRepo({ root }, process.env),
  purge: () => syncVault({ ...request, local: true, purge }),
  refuse: () => syncVault({ ...request, accept: { purge: false } }),
  round: () => syncVault({ ...request, accept: { purge: true } }),
};
await jobs[job as Job]();
