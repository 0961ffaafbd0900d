import { expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import { wavOf } from "../../../src/models/sound/wav.ts";
import { readWav } from "../../../src/voice/audio/read-wav.ts";
import { fc } from "../../fast-check.ts";
import { noise } from "./sound.ts";

/** A WAV file with other bytes in its header. */
function wavWith(pcm: Int16Array, changes: Readonly<Record<number, number>>): Buffer {
  const file = Buffer.from(wavOf(pcm, 16_000));
  for (const [at, value] of Object.entries(changes)) file.writeUInt16LE(value, Number(at));
  return file;
}

test("readWav() reads all sound of a program that wrote into a pipe, but for half a sample", () => {
  const pcm = Int16Array.of(1, -2, 300, -32_768, 32_767);
  const unsized = wavWith(pcm, { 4: 0xffff, 6: 0xffff, 40: 0xffff, 42: 0xffff });
  expect(readWav(Buffer.concat([unsized, Buffer.of(7)]))).toEqual({ rate: 16_000, pcm });
});

test("readWav() says what is wrong with a file, and what to do", () => {
  const advice = "convert it, such as with: sox in.wav -b 16 -e signed-integer -c 1 out.wav";
  expect(() => readWav(wavWith(noise(10), { 20: 7 }), "x.wav")).toThrow(
    `Cannot read the recording "x.wav": it is a WAV whose sound is not 16-bit PCM of one channel; ${advice}`,
  );
  expect(() => readWav(wavWith(noise(10), { 22: 2 }))).toThrow("PCM of one channel");
  expect(() => readWav(Buffer.from("not a recording"), "x.wav")).toThrow(
    `it is no WAV file (it starts with: not a recording); ${advice}`,
  );
  expect(() => readWav(new Uint8Array(0))).toThrow("it is no whole WAV file");
});

test("readWav() either reads or refuses whatever bytes it is given, in time", () => {
  const base = wavOf(noise(200), 16_000);
  const spoil = fc.array(fc.tuple(fc.nat(80), fc.nat(255)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(spoil, fc.nat(base.length), (changes, length) => {
      const file = Buffer.from(base.subarray(0, length));
      for (const [at, value] of changes) if (at < file.length) file[at] = value;
      try {
        expect(readWav(file).pcm.length).toBeLessThanOrEqual(file.length);
      } catch (error) {
        expect(error).toBeInstanceOf(LociError);
      }
    }),
    { numRuns: 2_000 },
  );
});
