import { expect, test } from "vitest";
import { describeWith } from "../programs.ts";
import { bytesOf, memoriesIn, useTalk } from "./talk.ts";
import { wiredPrograms } from "./wired-room.ts";

const year = new Date().getFullYear();

describeWith(wiredPrograms, "loci voice on a board whose clock", () => {
  test.each([
    ["says 1970", 65_000],
    ["says 2099", Date.UTC(2099, 0, 1)],
  ])(
    "%s at boot, and is set right in mid-conversation, goes on in it, and measures and dates rightly",
    async (_, wall) => {
      const talk = await useTalk({ wall });
      await talk.turn("we decided to call the boat zq1x");
      talk.process.kill("SIGUSR1");
      await talk.turn("my mother lives in boston zq2x");
      await talk.turn("remember that the key is under the pot zq3x");
      expect([talk.count("session"), talk.count("digest")]).toEqual([1, 0]);
      const times = talk.events().filter(({ type }) => type === "latency");
      expect(times.filter(({ aborted }) => aborted === undefined)).toHaveLength(3);
      for (const { total, replyMs } of times) {
        expect([total, replyMs].every((ms) => Number(ms) >= 0 && Number(ms) < 60_000)).toBe(true);
      }
      await talk.stop();
      const memories = memoriesIn(talk.root);
      expect(memories).toMatch(new RegExp(`zq1x \\(${year}-`));
      expect(memories).toMatch(new RegExp(`zq2x \\(${year}-`));
      expect(memories).toMatch(new RegExp(`zq3x \\(${year}-`));
      expect(bytesOf(talk.root)).not.toMatch(/\b(?:1970|2099)-\d\d-\d\d\b/);
    },
  );
});
