/** Run as a process of its own: joins a remote or syncs a vault, and dies at the call to the disk that it is told. */
import { joinRemote } from "../../src/sync/join-remote.ts";
import { syncVault } from "../../src/sync/sync.ts";
import { createDyingDisk } from "./dying-disk.ts";
import { syncRequest } from "./sync-request.ts";

const [job = "sync", root = "", nth = "0", death = "after", url = ""] = process.argv.slice(2);
const disk = createDyingDisk(Number(nth), death === "half" ? "half" : "after");
const request = syncRequest(root, { disk, now: () => new Date("2038-01-01T00:00:00Z") });
if (job === "join") await joinRemote({ ...request, url });
else await syncVault({ ...request, accept: { purge: job !== "refuse" } });
process.stdout.write(disk.calls.join(" "));
