import { parseArgs } from "node:util";
import { raceChat } from "../../test/workers/kill-chat.ts";

/**
 * Kills chat and digestion at random moments and looks at what is left: `node scripts/fuzz/chat.ts --kills 200 --seed 7`.
 * The same seed says the same lines and plans the same kills; the scheduling of the processes cannot be repeated.
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "50" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});

/** Mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

console.log(`seed ${values.seed}`);
const outcome = await raceChat({
  kills: Number(values.kills),
  random: randomFrom(Number(values.seed)),
  log: (line) => console.log(line),
});
console.dir(outcome, { depth: null, maxArrayLength: null });
const isFine = Object.values(outcome.faults).every((found) => found.length === 0);
process.exitCode = isFine && outcome.kept > 0 ? 0 : 1;
