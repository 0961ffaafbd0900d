import { expect, test } from "vitest";
import { raceWrites } from "./workers/race-writes.ts";

test("changeFile() loses, doubles and tears nothing with 8 writers, an editor and kill -9 at one file", async () => {
  const { acknowledged, saved, kills, ...faults } = await raceWrites({
    writers: 8,
    seconds: 15,
    pauseMs: 30,
    killEveryMs: 400,
    random: Math.random,
  });
  expect(faults).toEqual({ lost: [], doubled: [], torn: [], left: [] });
  expect([acknowledged > 20, saved > 20, kills > 5]).toEqual([true, true, true]);
});
