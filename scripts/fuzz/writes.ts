import { parseArgs } from "node:util";
import { raceWrites } from "../../test/workers/race-writes.ts";
import { createRandom } from "../bench/random.ts";

/** Races writers, an editor and kill -9 at one file for as long as wanted: `node scripts/fuzz/writes.ts --seconds 600` */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    writers: { type: "string", default: "8" },
    pause: { type: "string", default: "30" },
    kill: { type: "string", default: "250" },
  },
});

console.log(`seed ${values.seed}`);
const outcome = await raceWrites({
  writers: Number(values.writers),
  seconds: Number(values.seconds),
  pauseMs: Number(values.pause),
  killEveryMs: Number(values.kill),
  // The moments of the kills can be repeated, the scheduling of the processes cannot.
  random: createRandom(Number(values.seed)).next,
});
console.log(outcome);
const faults = [outcome.lost, outcome.doubled, outcome.torn, outcome.left].flat();
process.exitCode = faults.length === 0 ? 0 : 1;
