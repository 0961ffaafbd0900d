import { describe, expect, test } from "vitest";
import { resample } from "../../../src/voice/audio/resample.ts";
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
  test.each(rates)("resample() keeps speech of %i samples a second as loud as it is", (rate) => {
    for (const hz of [200, 1_000, 2_000]) {
      const result = resample(tone(hz, rate, rate), rate, 16_000);
      expect(result.length).toBe(16_000);
      expect(Math.abs(level(result))).toBeLessThan(2.5);
    }
  });

  test.each([24_000, 44_100, 48_000])(
    "resample() weakens what would fold back from above half of the lower rate, from %i",
    (rate) => {
      for (const hz of [10_000, 11_000]) {
        expect(level(resample(tone(hz, rate, rate), rate, 16_000))).toBeLessThan(-9);
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
