import { parseArgs } from "node:util";
import { raceWrites } from "../../test/workers/race-writes.ts";

/** Races writers, an editor and kill -9 at one file until so many lines are acknowledged: `node scripts/fuzz/writes.ts --lines 60000` */
const { values } = parseArgs({
  options: {
    lines: { type: "string", default: "6000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    writers: { type: "string", default: "8" },
    pause: { type: "string", default: "30" },
    kill: { type: "string", default: "20" },
  },
});

console.log(`seed ${values.seed}`);
const outcome = await raceWrites({
  writers: Number(values.writers),
  lines: Number(values.lines),
  pauseMs: Number(values.pause),
  linesPerKill: Number(values.kill),
  seed: Number(values.seed),
});
console.log(outcome);
const faults = [outcome.lost, outcome.doubled, outcome.torn, outcome.left].flat();
process.exitCode = faults.length === 0 ? 0 : 1;
