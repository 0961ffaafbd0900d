import { expect, test } from "vitest";
import { readWav } from "../../../src/voice/audio/read-wav.ts";

const { createUtterances, joined, toWav } = await import(
  /* @vite-ignore */ new URL("../../../site/live/utterances.js", import.meta.url).pathname
);

const rate = 16_000;
const blockLength = 128;

/** A tone of so many seconds, as loud as said. */
const tone = (seconds: number, loudness: number): Float32Array =>
  Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, i) => loudness * Math.sin((2 * Math.PI * 220 * i) / rate),
  );

/** Lengths in seconds of the sentences that are heard in sounds, block by block. */
function heardIn(...sounds: Float32Array[]): number[] {
  const heard: number[] = [];
  const utterances = createUtterances({
    rate,
    onUtterance: (samples: Float32Array) => heard.push(samples.length / rate),
  });
  const all = joined(sounds);
  for (let at = 0; at < all.length; at += blockLength)
    utterances.take(all.slice(at, at + blockLength));
  return heard;
}

test("a sentence ends with silence, keeps a moment before it, and what is short or faint is none", () => {
  const silence = tone(1.5, 0.0001);
  const [length = 0, ...more] = heardIn(silence, tone(1, 0.2), silence);
  expect(more).toEqual([]);
  expect(length).toBeGreaterThan(1.8);
  expect(length).toBeLessThan(2.2);
  // A pause within a sentence does not end it.
  expect(heardIn(tone(0.5, 0.2), tone(0.4, 0.0001), tone(0.5, 0.2), silence)).toHaveLength(1);
  expect(heardIn(tone(0.5, 0.2), silence, tone(0.5, 0.2), silence)).toHaveLength(2);
  expect(heardIn(silence, tone(0.1, 0.2), silence)).toEqual([]);
  expect(heardIn(silence, tone(1, 0.005), silence)).toEqual([]);
  expect(heardIn(silence)).toEqual([]);
});

test("speech is told from noise that is always there, and a sentence without an end is cut", () => {
  const fan = tone(5, 0.007);
  expect(heardIn(fan, tone(1, 0.2), fan)).toHaveLength(1);
  const [first = 0] = heardIn(tone(130, 0.2));
  expect(first).toBeCloseTo(60, 0);
});

test.each([8_000, 16_000, 44_100, 48_000])(
  "samples at %i Hz become a WAV file of 16 kHz",
  (from) => {
    const samples = Float32Array.from({ length: from }, (_, i) =>
      Math.sin((2 * Math.PI * 220 * i) / from),
    );
    const { rate: at, pcm } = readWav(Buffer.from(toWav(samples, from)));
    expect(at).toBe(16_000);
    expect(Math.abs(pcm.length - 16_000)).toBeLessThan(3);
    const crossings = pcm.filter((value, i) => i > 0 && value >= 0 && (pcm[i - 1] ?? 0) < 0).length;
    expect(Math.abs(crossings - 220)).toBeLessThan(3);
    expect(Math.max(...pcm)).toBeGreaterThan(30_000);
  },
);

test("what is louder than can be is cut, not turned over", () => {
  const { pcm } = readWav(Buffer.from(toWav(Float32Array.of(2, -2, 0), 16_000)));
  expect([...pcm]).toEqual([32_767, -32_767, 0]);
});
