import fs, { readFileSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { deviceClock } from "../../src/app/vault/device-clock.ts";
import { splitTopic } from "../../src/digest/split/split-topic.ts";
import { openVaultLock } from "../../src/index/vault-lock.ts";
import { listFiles } from "../../src/vault/list-files.ts";
import { toTopicPath } from "../../src/vault/paths.ts";

// Splits a topic and dies, as by `kill -9`, right before the n-th change of a name on the disk.
const [root = "", dieAt = "0"] = process.argv.slice(2);
let count = 0;
for (const name of ["linkSync", "renameSync", "unlinkSync"] as const) {
  const real: (...args: [string, string]) => void = fs[name];
  Object.assign(fs, {
    [name]: (...args: [string, string]) => {
      if (++count === Number(dieAt)) process.kill(process.pid, "SIGKILL");
      real(...args);
    },
  });
}
syncBuiltinESMExports();

const lociDir = join(root, ".loci");
const { lock } = openVaultLock(lociDir, { clock: deviceClock });
const plan = join(lociDir, "split.json");
await splitTopic(
  {
    vault: { root, lociDir, lock, clock: deviceClock },
    model: undefined,
    listPaths: () => listFiles(root).files.map(({ path }) => path),
    keepPlan: async (text) => writeFileSync(plan, text),
    readPlan: async () => (fs.existsSync(plan) ? readFileSync(plan, "utf8") : undefined),
    dropPlan: async () => fs.rmSync(plan),
    note: async () => {},
    putBack: async () => {},
    today: () => "2026-03-01",
  },
  toTopicPath("topics/cooking.md"),
  { splitEntries: 10, contextTokens: 8_000 },
);
