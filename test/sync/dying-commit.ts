/** Run as a process of its own: notes, writes and commits two topics, and dies at the call it is told. */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { initRepository } from "../../src/git/repository/init-repository.ts";
import { commitPending } from "../../src/sync/commit/commit-pending.ts";
import { notePending } from "../../src/sync/commit/pending.ts";
import { createDyingDisk, type Death } from "./dying-disk.ts";
import { pendingRequest } from "./pending-request.ts";

/** What the process does before it dies. */
export type Job = "commit" | "init";

const [root = "", nth = "0", death = "after", job = "commit"] = process.argv.slice(2);
const how: Death = death === "half" ? "half" : "after";
const disk = createDyingDisk(Number(nth), how);
const lociDir = join(root, ".loci");

if (job === "init") {
  await initRepository(root, { disk });
} else {
  mkdirSync(lociDir, { recursive: true });
  await notePending(lociDir, { path: "topics/cooking.md", op: "learned", topic: "cooking" });
  appendFileSync(join(root, "topics/cooking.md"), "- saffron\n");
  await notePending(lociDir, { path: "topics/deep/new.md", op: "created", topic: "new" });
  mkdirSync(join(root, "topics/deep"), { recursive: true });
  writeFileSync(join(root, "topics/deep/new.md"), "- new\n");
  await commitPending(pendingRequest(root, { disk }));
}
process.stdout.write(disk.calls.join(" "));
