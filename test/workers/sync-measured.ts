/** Run as a process of its own: syncs a vault, and prints what came of it and how much memory it took at most, in MB. */
import { syncVault } from "../../src/sync/sync.ts";
import { syncRequest } from "../sync/sync-request.ts";

const [root = ""] = process.argv.slice(2);
const settings = { ...syncRequest(root).settings, timeoutMs: 60_000 };
const report = await syncVault(syncRequest(root, { settings }));
const megabytes = Math.round(process.resourceUsage().maxRSS / 1_024);
process.stdout.write(JSON.stringify({ report, megabytes }));
