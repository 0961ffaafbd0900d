import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { splitWaiting } from "../../src/digest/split/split-topics.ts";
import { createVaultLock } from "../../src/index/vault-lock.ts";
import { openSessionDb } from "../../src/session/open-session-db.ts";
import { settingsSchema } from "../../src/settings/schema.ts";
import { mergeSave } from "../../src/sync/merge/file/merge-file.ts";
import { unlocked } from "../../src/vault/lock.ts";
import { changeFile } from "../../src/vault/write/change-file.ts";
import { deviceClock } from "../device-clock.ts";

// Splits a topic that is queued and dies, as by `kill -9`, right before the n-th change of a name on the disk.
const [root = "", dieAt = "0"] = process.argv.slice(2);
let count = Number.NEGATIVE_INFINITY; // Until it is queued.
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
const lock = createVaultLock(lociDir, { clock: deviceClock });
const settings = { ...settingsSchema.parse({}), split: { enabled: true, entries: 10 } };
const db = openSessionDb({
  lociDir,
  now: () => Date.UTC(2026, 1, 12, 12), // As the process that goes on.
  settings: { hours: 24, resolvedDays: 30 },
  saveRecalledContext: true,
  dayOf: () => "2026-03-01",
  report: () => {},
});
db.digestions.addSplit("topics/cooking.md");
count = 0;
await splitWaiting({
  root,
  lociDir,
  clock: deviceClock,
  settings,
  now: () => 0,
  timeAt: () => "2026-03-01T12:00:00+01:00",
  commit: async () => {},
  report: (sentence) => void process.stderr.write(sentence),
  inOneStep: (_, work) =>
    lock(() =>
      work((path, change) =>
        changeFile(
          { root, lociDir, path, lock: unlocked, clock: deviceClock, merge: mergeSave },
          change,
        ),
      ),
    ),
  queue: db.digestions,
  lock: unlocked,
  model: undefined,
});
