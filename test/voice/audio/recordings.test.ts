import { describe, expect, test } from "vitest";
import { createRecordings } from "../../../src/voice/audio/recordings.ts";
import { frameSamples } from "../../../src/voice/audio-ports.ts";
import { framesIn, newsIn, noise, recordUntil, samplesIn, tone } from "./sound.ts";

describe("createRecordings()", () => {
  test("createRecordings() gives each file with silence behind it, then a pause, on one sample clock", async () => {
    const [first, second] = [noise(frameSamples * 3 + 7), noise(frameSamples)];
    const sounds = [first, second].map((pcm) => ({ rate: 16_000, pcm }));
    const all = await recordUntil(createRecordings(sounds, { silenceMs: 0 }), () => false);
    expect(newsIn(all)).toEqual(["pause", "pause"]);
    const pcm = samplesIn(framesIn(all));
    const secondAt = frameSamples * 54;
    expect(pcm.subarray(0, first.length)).toEqual(first);
    expect(pcm.subarray(first.length, secondAt).every((sample) => sample === 0)).toBe(true);
    expect(pcm.subarray(secondAt, secondAt + second.length)).toEqual(second);
    expect(pcm.length).toBe(frameSamples * (54 + 51));
    expect(framesIn(all).map(({ sample }) => sample)).toEqual(
      Array.from({ length: 105 }, (_, i) => i * frameSamples),
    );
    expect(all.findIndex(({ type }) => type === "pause")).toBe(54);
  });

  test("createRecordings() brings any rate to 16 kHz", async () => {
    const sound = { rate: 44_100, pcm: tone(440, 44_100, 44_100) };
    const all = await recordUntil(createRecordings([sound], { silenceMs: 0 }), () => false);
    const pcm = samplesIn(framesIn(all));
    expect(pcm.length).toBe(32_000);
    const expected = tone(440, 16_000, 16_000);
    for (let i = 200; i < 15_800; i++) {
      expect(Math.abs((pcm[i] ?? 0) - (expected[i] ?? 0))).toBeLessThan(40);
    }
  });
});
