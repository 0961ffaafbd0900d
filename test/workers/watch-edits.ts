import { setTimeout as sleep } from "node:timers/promises";
import { openVault } from "../../src/app/open-vault.ts";
import { watch } from "../../src/app/watch.ts";

/** `loci watch` with a shorter quiet time: says "ready", then what it reports, until it is told to stop. */
const [root = "", quietMs = "300"] = process.argv.slice(2);
const say = (words: string): void => void process.stdout.write(`${words}\n`);
const parts = await openVault({ root, env: process.env, now: Date.now, report: say });
const watcher = await watch(parts, () => {}, { quietMs: Number(quietMs) });
let isDone = false;
process.on("SIGTERM", () => {
  isDone = true;
});
say("ready");
while (!isDone) await sleep(20);
await watcher.close();
await parts.committer.commit();
await parts.committer.close();
parts.embeddings.close();
parts.closeLock();
parts.index.close();
