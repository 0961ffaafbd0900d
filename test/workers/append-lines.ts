import { writeSync } from "node:fs";
import { join } from "node:path";
import { deviceClock } from "../../src/app/device-clock.ts";
import { openVaultLock } from "../../src/index/vault-lock.ts";
import { changeFile } from "../../src/vault/change-file.ts";
import { appendEntry } from "../../src/vault/edit-topic.ts";
import { toTopicPath } from "../../src/vault/paths.ts";

/** A Loci process: remembers for ever, and prints each line once it is acknowledged. `root path name pauseMs` */
const [root = "", path = "", name = "", pauseMs = "0"] = process.argv.slice(2);
const lociDir = join(root, ".loci");
const { lock } = openVaultLock(lociDir, { clock: deviceClock });

for (let n = 1; ; n++) {
  const draft = { text: `${name} learned fact ${n}`, date: "2026-02-12" };
  const written = await changeFile(
    { root, lociDir, path: toTopicPath(path), lock, clock: deviceClock },
    (bytes) => {
      const next = appendEntry(bytes ?? Buffer.from(""), draft);
      return { bytes: next.bytes, added: [next.written], result: next.written };
    },
  );
  writeSync(1, `${written}\n`);
  await new Promise((resolve) => setTimeout(resolve, Number(pauseMs) * Math.random()));
}
