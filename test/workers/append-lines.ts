import fs, { openSync, writeSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename, join } from "node:path";
import { createRandom } from "../../scripts/bench/random.ts";
import { LociError } from "../../src/errors.ts";
import { createVaultLock } from "../../src/index/vault-lock.ts";
import { mergeSave } from "../../src/sync/merge/file/merge-file.ts";
import { appendAll } from "../../src/vault/edit/edit-topic.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { formatEntry } from "../../src/vault/topic/entry.ts";
import { changeFile } from "../../src/vault/write/change-file.ts";
import { deviceClock } from "../device-clock.ts";

/**
 * A Loci process: remembers for as long as its parent lives, and prints each line once it is acknowledged. Into `blindLog` it notes, by the
 * clock that all processes share, when it last looked at the file before a renaming, and when that was done.
 * `root path name pauseMs seed blindLog`
 */
const [root = "", path = "", name = "", pauseMs = "0", seed = "0", blindLog = ""] =
  process.argv.slice(2);
const random = createRandom(Number(seed));
const lociDir = join(root, ".loci");
// However busy the machine is: a writer that gives up is no loss, but the race would run dry.
const lock = createVaultLock(lociDir, { clock: deviceClock, waitMs: 600_000 });

const log = openSync(blindLog, "a");
const { linkSync, lstatSync, renameSync } = fs;
const isTheFile = (at: fs.PathLike): boolean => basename(String(at)) === basename(path);
let lookedAt: bigint | undefined;
Object.assign(fs, {
  linkSync(from: string, to: string) {
    lookedAt = undefined; // What was seen before there was anything to put in place is not the last look.
    linkSync(from, to);
  },
  lstatSync(...args: Parameters<typeof lstatSync>) {
    if (isTheFile(args[0])) lookedAt = process.hrtime.bigint();
    return lstatSync(...args);
  },
  renameSync(from: string, to: string) {
    if (lookedAt === undefined || !isTheFile(to)) return renameSync(from, to);
    writeSync(log, `${lookedAt}`); // Before, for this process may be killed in the middle.
    renameSync(from, to);
    writeSync(log, ` ${process.hrtime.bigint()}\n`);
  },
});
syncBuiltinESMExports();

for (let n = 1; process.ppid !== 1; n++) {
  const draft = { text: `${name} learned fact ${n}`, date: "2026-02-12" };
  const target = { root, lociDir, path: toTopicPath(path), lock, clock: deviceClock };
  const written = await changeFile({ ...target, merge: mergeSave }, (bytes) => {
    let line = "";
    const words = (marker: string): string => {
      line = `${marker} ${formatEntry(draft, marker)}`;
      return formatEntry(draft, marker);
    };
    return { bytes: appendAll(bytes ?? Buffer.from(""), [words]), result: line };
  }).catch((error: unknown) => {
    if (error instanceof LociError && error.code === "CHANGED_MEANWHILE") return undefined;
    throw error;
  });
  if (written !== undefined) writeSync(1, `${written}\n`);
  await new Promise((resolve) => setTimeout(resolve, Number(pauseMs) * random.next()));
}
