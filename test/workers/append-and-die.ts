import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { deviceClock } from "../../src/app/device-clock.ts";
import { openVaultLock } from "../../src/index/vault-lock.ts";
import { changeFile } from "../../src/vault/change-file.ts";
import { appendEntry } from "../../src/vault/edit-topic.ts";
import { toTopicPath } from "../../src/vault/paths.ts";

// Remembers something, and dies, as by `kill -9`, right after the file was replaced: before that is noted anywhere.
const [root = "", path = "", text = ""] = process.argv.slice(2);
const real = fs.renameSync;
Object.assign(fs, {
  renameSync: (from: string, to: string) => {
    real(from, to);
    process.kill(process.pid, "SIGKILL");
  },
});
syncBuiltinESMExports();

const lociDir = join(root, ".loci");
const { lock } = openVaultLock(lociDir, { clock: deviceClock });
await changeFile({ root, lociDir, path: toTopicPath(path), lock, clock: deviceClock }, (bytes) => {
  const next = appendEntry(bytes ?? Buffer.from(""), { text, date: "2026-02-12" });
  return { bytes: next.bytes, added: [next.written], result: undefined };
});
