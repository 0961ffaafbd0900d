import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { wavOf } from "../../../src/models/sound/wav.ts";
import { createRecordings } from "../../../src/voice/audio/recordings.ts";
import { frameSamples } from "../../../src/voice/audio-ports.ts";
import { useTempFolder } from "../../temp.ts";
import { framesIn, newsIn, noise, recordUntil, samplesIn, sentencesIn, tone } from "./sound.ts";

function useWav(pcm: Int16Array, rate: number): string {
  const path = join(useTempFolder(), "sound.wav");
  writeFileSync(path, wavOf(pcm, rate));
  return path;
}

describe("createRecordings()", () => {
  test("createRecordings() gives each file with silence behind it, then a pause, on one sample clock", async () => {
    const [first, second] = [noise(frameSamples * 3 + 7), noise(frameSamples)];
    const files = [useWav(first, 16_000), useWav(second, 16_000)];
    const all = await recordUntil(createRecordings(files, { padMs: 100 }), () => false);
    expect(newsIn(all)).toEqual(["pause", "pause"]);
    const pcm = samplesIn(framesIn(all));
    const secondAt = frameSamples * 9;
    expect(pcm.subarray(0, first.length)).toEqual(first);
    expect(pcm.subarray(first.length, secondAt).every((sample) => sample === 0)).toBe(true);
    expect(pcm.subarray(secondAt, secondAt + second.length)).toEqual(second);
    expect(pcm.length).toBe(frameSamples * (9 + 6));
    expect(framesIn(all).map(({ sample }) => sample)).toEqual(
      Array.from({ length: 15 }, (_, i) => i * frameSamples),
    );
    expect(all.findIndex(({ type }) => type === "pause")).toBe(9);
  });

  test("createRecordings() brings any rate to 16 kHz", async () => {
    const file = useWav(tone(440, 44_100, 44_100), 44_100);
    const all = await recordUntil(createRecordings([file], { padMs: 0 }), () => false);
    const pcm = samplesIn(framesIn(all));
    expect(pcm.length).toBe(16_000);
    const expected = tone(440, 16_000, 16_000);
    for (let i = 200; i < 15_800; i++) {
      expect(Math.abs((pcm[i] ?? 0) - (expected[i] ?? 0))).toBeLessThan(40);
    }
  });

  test("createRecordings() tells of files that it cannot read, and goes on with the next", async () => {
    const folder = useTempFolder();
    writeFileSync(join(folder, "text.wav"), "no sound");
    const files = [join(folder, "none.wav"), join(folder, "text.wav"), useWav(noise(100), 16_000)];
    const all = await recordUntil(createRecordings(files, { padMs: 0 }), () => false);
    expect(newsIn(all)).toEqual(["gone", "gone", "pause"]);
    expect(sentencesIn(all)[0]).toContain(`Cannot read the recording "${folder}/none.wav": ENOENT`);
    expect(sentencesIn(all)[1]).toContain(
      `Cannot read the recording "${folder}/text.wav": it is no WAV`,
    );
    expect(framesIn(all)).toHaveLength(1);
  });
});
