import { expect, test } from "vitest";
import { raceChat } from "../workers/kill-chat.ts";

test("kill -9 at moments of chat and digestion loses no acknowledged message, and digests each conversation once", async () => {
  const { kills, acknowledged, kept, faults } = await raceChat({
    kills: 14,
    random: Math.random,
  });
  expect(faults).toEqual({
    lost: [],
    doubled: [],
    learnedTwice: [],
    blocks: [],
    torn: [],
    left: [],
    complaints: [],
  });
  expect([kills >= 14, acknowledged > 2, kept > 1]).toEqual([true, true, true]);
});
