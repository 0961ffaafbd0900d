/** Run as a process of its own, to be killed: maintains a repository, and says when it begins and what it called. */
import { join } from "node:path";
import { deviceClock } from "../../src/app/vault/device-clock.ts";
import { maintain } from "../../src/git/maintenance/maintain.ts";
import { createDyingDisk } from "../sync/dying-disk.ts";
import { createLock } from "../sync/pending-request.ts";

const [root = "", path = "", nth = "0", death = "after"] = process.argv.slice(2);
const disk = createDyingDisk(Number(nth), death === "half" ? "half" : "after");
process.stdout.write("begins ");
await maintain({
  repository: { gitDir: join(root, ".git") },
  disk,
  clock: deviceClock,
  commitLock: createLock(),
  env: { PATH: path },
});
process.stdout.write(disk.calls.join(" "));
