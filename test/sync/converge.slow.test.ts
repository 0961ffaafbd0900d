import { expect, test } from "vitest";
import { createRandom } from "../../scripts/bench/random.ts";
import { raceSync } from "../workers/race-sync.ts";

/** A short run of `scripts/fuzz/sync.ts`; `node scripts/fuzz/sync.ts --seed 2 --steps 40 --killing 0.4` tells each step. */
test("devices that edit, remember, commit and sync at random, some killed, end with the same bytes", async () => {
  const seed = Number(process.env.LOCI_FUZZ_SEED ?? 2);
  const random = createRandom(seed);
  const outcome = await raceSync({ devices: 3, steps: 40, killing: 0.4, random });
  const told = `seed ${seed}, kept in ${outcome.folder}`;
  const nothing = { lost: [], doubled: [], cameBack: [], files: [], complaints: [] };
  expect(outcome.faults, told).toEqual(nothing);
  expect(outcome.syncs, told).toBeGreaterThan(10);
  expect(outcome.kills, told).toBeGreaterThan(0);
}, 240_000);
