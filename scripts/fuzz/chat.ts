import { parseArgs } from "node:util";
import { raceChat } from "../../test/workers/kill-chat.ts";
import { createRandom } from "../bench/random.ts";

/**
 * Kills chat and digestion at random moments and looks at what is left: `node scripts/fuzz/chat.ts --kills 200 --seed
 * 7`. The same seed says the same lines and plans the same kills; the scheduling of the processes cannot be repeated.
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "50" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});

console.log(`seed ${values.seed}`);
const outcome = await raceChat({
  kills: Number(values.kills),
  random: createRandom(Number(values.seed)).next,
  log: (line) => console.log(line),
});
console.dir(outcome, { depth: null, maxArrayLength: null });
const isFine = Object.values(outcome.faults).every((found) => found.length === 0);
process.exitCode = isFine && outcome.kept > 0 ? 0 : 1;
