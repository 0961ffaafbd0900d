import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { createVaultLock } from "../../src/index/vault-lock.ts";
import { deviceClock } from "../device-clock.ts";

/** Another process at the lock: holds it `times` times for `ms`, printing when a turn begins and ends. */
const [lociDir = "", times = "1", ms = "0"] = process.argv.slice(2);
const lock = createVaultLock(lociDir, { clock: deviceClock });
for (let n = 0; n < Number(times); n++) {
  await lock(async () => {
    writeSync(1, "begin\n");
    await sleep(Number(ms));
    writeSync(1, "end\n");
  });
}
