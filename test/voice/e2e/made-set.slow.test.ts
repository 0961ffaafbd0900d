import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { scoreRecording, type VoiceScore } from "../../../scripts/bench/voice.ts";
import { type MadeRecording, makers, makeVoiceSet } from "../../../scripts/bench/voice-set.ts";
import { describeWith } from "../programs.ts";

/** Real voices of Debian packages, with real noise; bounds are loose, `npm run bench -- --only voice` has the figures. */
describeWith(makers, "the made set of recordings", () => {
  let set: readonly MadeRecording[] = [];

  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), "loci-voice-"));
    set = makeVoiceSet(folder);
    rmSync(folder, { recursive: true });
  });

  const score = async (name: string): Promise<VoiceScore> => {
    const recording = set.find((one) => one.name === name);
    if (recording === undefined) throw new Error(`No recording "${name}"`);
    return scoreRecording(recording);
  };

  test.each([
    ["clean", 6, 6],
    ["white noise, 10 dB", 6, 5],
    ["white noise, 5 dB", 6, 4],
    ["very short answers", 6, 4],
    ["pauses of 300 ms", 3, 3],
    ["pauses of 500 ms", 3, 3],
  ])("%s: of %d turns at least %d are cut out right", async (name, turns, least) => {
    const scored = await score(name);
    expect(scored.turns).toBe(turns);
    expect(turns - scored.wrong.length, JSON.stringify(scored)).toBeGreaterThanOrEqual(least);
    expect(scored.falseTurns).toBeLessThanOrEqual(1);
  });

  test("a minute of silence has no turn, nor even the beginning of one", async () => {
    expect(await score("silence, one minute")).toMatchObject({ falseTurns: 0, misfires: 0 });
  });

  test("noises of a house are mostly no turns", async () => {
    expect((await score("clicks, thumps, beeps")).falseTurns).toBeLessThanOrEqual(5);
  });

  test("a turn ends within a second after the person", async () => {
    for (const delay of (await score("clean")).delays) {
      expect(delay).toBeGreaterThan(500);
      expect(delay).toBeLessThan(1_000);
    }
  });
});
