import { describe, expect, test } from "vitest";
import { resample, resampleInSlices } from "../../../src/voice/audio/resample.ts";
import { fc } from "../../fast-check.ts";
import { tone } from "./sound.ts";

/** Decibels of `pcm` without its ends, against a sine of loudness 10,000. */
function level(pcm: Int16Array): number {
  const inner = pcm.subarray(500, -500);
  const power = inner.reduce((sum, x) => sum + x * x, 0) / inner.length;
  return 10 * Math.log10(power / (10_000 ** 2 / 2));
}

const rates = [8_000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000];

describe("resample()", () => {
  test.each(rates)("resample() keeps speech of %i samples a second as it sounds", (rate) => {
    for (const hz of [200, 1_000, 3_000]) {
      const result = resample(tone(hz, rate, rate), rate, 16_000);
      const expected = tone(hz, 16_000, 16_000);
      expect(result.length).toBe(16_000);
      const wrong = result.map((sample, i) => sample - (expected[i] ?? 0));
      expect(level(wrong)).toBeLessThan(-50);
    }
  });

  test.each([22_050, 24_000, 44_100, 48_000])(
    "resample() lets nothing fold back from above half of the lower rate, from %i",
    (rate) => {
      for (const hz of [9_000, 10_000, 11_000]) {
        expect(level(resample(tone(hz, rate, rate), rate, 16_000))).toBeLessThan(-60);
      }
    },
  );

  test("resample() keeps the length of sound at any pair of rates, and loudness within its limits", () => {
    const anyRate = fc.integer({ min: 4_000, max: 192_000 });
    const square = Int16Array.from({ length: 700 }, (_, i) => (i % 50 < 25 ? 32_767 : -32_768));
    fc.assert(
      fc.property(anyRate, anyRate, (from, to) => {
        const result = resample(square, from, to);
        expect(result.length).toBe(from === to ? 700 : Math.round((700 * to) / from));
      }),
      { numRuns: 30 },
    );
    expect(Math.max(...resample(square, 8_000, 16_000))).toBe(32_767);
  });

  test("resample() gives nothing for nothing", () => {
    expect(resample(new Int16Array(0), 48_000, 16_000)).toEqual(new Int16Array(0));
  });
});

describe("resampleInSlices()", () => {
  const never = new AbortController().signal;

  test("resampleInSlices() gives what resample() gives, at any pair of rates", async () => {
    const anyRate = fc.integer({ min: 4_000, max: 192_000 });
    const sound = tone(440, 22_050, 5_000);
    await fc.assert(
      fc.asyncProperty(anyRate, anyRate, async (from, to) => {
        expect(await resampleInSlices(sound, { from, to }, never)).toEqual(
          resample(sound, from, to),
        );
      }),
      { numRuns: 20 },
    );
  });

  test("resampleInSlices() lets others work, and ends soon where it is called off", async () => {
    const sound = new Int16Array(16_000 * 60);
    let ticks = 0;
    const count = (): void => {
      ticks++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const result = await resampleInSlices(sound, { from: 48_000, to: 16_000 }, never);
    expect(result.length).toBe(16_000 * 20);
    expect(ticks).toBeGreaterThan(50);
    ticks = 0;
    await resampleInSlices(sound, { from: 48_000, to: 16_000 }, AbortSignal.abort());
    clearImmediate(timer);
    expect(ticks).toBeLessThan(5);
  });
});
