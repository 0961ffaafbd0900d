/** Run as a process of its own: does a job in a vault, and dies at the call to the disk that it is told. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { readHead } from "../../src/git/refs/refs.ts";
import { initRepository } from "../../src/git/repository/repository.ts";
import { commitPending } from "../../src/sync/commit/commit-pending.ts";
import { joinRemote } from "../../src/sync/join-remote.ts";
import { syncVault } from "../../src/sync/sync.ts";
import { createDyingDisk } from "./dying-disk.ts";
import type { Job } from "./kills.ts";
import { learn, pendingRequest, sameTime } from "./pending-request.ts";
import { syncRequest } from "./sync-request.ts";

const [job, root = "", nth = "0", death, url = ""] = process.argv.slice(2);
const disk = createDyingDisk(Number(nth), death === "half" ? "half" : "after");
const request = syncRequest(root, { disk, now: sameTime });

/** What a person wrote, and two steps of which one made a file. */
async function commit(): Promise<void> {
  appendFileSync(join(root, "topics/cooking.md"), "- mine\n");
  const { oid: head } = await readHead(join(root, ".git"));
  await learn({ root }, "cooking", "saffron", { step: "1", head });
  await learn({ root }, "deep/new", "new", { step: "1", head, op: "created" });
  await learn({ root }, "cooking", "parsley", { step: "2", head });
  await commitPending(pendingRequest(root, { disk }));
}

const jobs: Record<Job, () => Promise<unknown>> = {
  commit,
  init: () => initRepository(root, { disk }),
  join: () => joinRemote({ ...request, url }),
  refuse: () => syncVault({ ...request, accept: { purge: false } }),
  sync: () => syncVault({ ...request, accept: { purge: true } }),
};
await jobs[job as Job]();
process.stdout.write(disk.calls.join(" "));
