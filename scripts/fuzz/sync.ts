import { parseArgs } from "node:util";
import { raceSync } from "../../test/workers/race-sync.ts";
import { createRandom } from "../bench/random.ts";

/**
 * Several devices edit, remember and sync at random, and some syncs are killed; in the end all must be equal and
 * nothing lost: `node scripts/fuzz/sync.ts --devices 4 --steps 2000 --killing 0.3 --seed 7`. A seed repeats all that
 * is done and at which change to the disk a sync is killed. `--without-git`: Loci finds no git program, and syncs over https.
 */
const { values } = parseArgs({
  options: {
    devices: { type: "string", default: "3" },
    steps: { type: "string", default: "200" },
    killing: { type: "string", default: "0.3" },
    "without-git": { type: "boolean", default: false },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});

console.log(`seed ${values.seed}`);
const outcome = await raceSync({
  devices: Number(values.devices),
  steps: Number(values.steps),
  killing: Number(values.killing),
  withoutGit: values["without-git"],
  random: createRandom(Number(values.seed)),
  log: (line) => console.log(line),
});
console.dir(outcome, { depth: null, maxArrayLength: null });
const isFine = Object.values(outcome.faults).every((found) => found.length === 0);
process.exitCode = isFine && outcome.syncs > 0 ? 0 : 1;
