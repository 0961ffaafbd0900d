/** Run as a process of its own, to be killed: packs a repository, and says when it begins and what it called. */
import { packRepo } from "../git/maintenance/maintained.ts";
import { createDyingDisk } from "../sync/dying-disk.ts";

const [root = "", path = "", nth = "0", death = "after"] = process.argv.slice(2);
const disk = createDyingDisk(Number(nth), death === "half" ? "half" : "after");
process.stdout.write("begins ");
await packRepo({ root }, { PATH: path }, { disk });
process.stdout.write(disk.calls.join(" "));
