/** Run as a process of its own: notes, writes and commits two topics, and dies at the call it is told. */
import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { readHead } from "../../src/git/refs/head.ts";
import { initRepository } from "../../src/git/repository/init-repository.ts";
import { commitPending } from "../../src/sync/commit/commit-pending.ts";
import { createDyingDisk, type Death } from "./dying-disk.ts";
import { learn, pendingRequest } from "./pending-request.ts";

/** What the process does before it dies. */
export type Job = "commit" | "init";

const [root = "", nth = "0", death = "after", job = "commit"] = process.argv.slice(2);
const how: Death = death === "half" ? "half" : "after";
const disk = createDyingDisk(Number(nth), how);
const lociDir = join(root, ".loci");

if (job === "init") {
  await initRepository(root, { disk });
} else {
  // What a person wrote, and two steps of which one made a file.
  mkdirSync(lociDir, { recursive: true });
  mkdirSync(join(root, "topics/deep"), { recursive: true });
  appendFileSync(join(root, "topics/cooking.md"), "- mine\n");
  const { oid: head } = await readHead(join(root, ".git"));
  await learn({ root }, "cooking", "saffron", { step: "1", head });
  await learn({ root }, "deep/new", "new", { step: "1", head, op: "created", topic: "new" });
  await learn({ root }, "cooking", "parsley", { step: "2", head });
  await commitPending(pendingRequest(root, { disk }));
}
process.stdout.write(disk.calls.join(" "));
