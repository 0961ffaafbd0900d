import { describe, expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import { wavOf } from "../../../src/models/sound/wav.ts";
import { readWav } from "../../../src/voice/audio/read-wav.ts";
import { fc } from "../../fast-check.ts";
import { bytesOf, noise } from "./sound.ts";

/** A WAV file by its chunks; sizes are those of the bytes unless they are given. */
function wavFile(
  chunks: readonly (readonly [string, Buffer, number?])[],
  riffSize?: number,
): Buffer {
  const parts = chunks.map(([kind, bytes, size = bytes.length]) => {
    const head = Buffer.alloc(8);
    head.write(kind, "latin1");
    head.writeUInt32LE(size, 4);
    return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)]);
  });
  const body = Buffer.concat(parts);
  const head = Buffer.from("RIFF\0\0\0\0WAVE", "latin1");
  head.writeUInt32LE(riffSize ?? body.length + 4, 4);
  return Buffer.concat([head, body]);
}

interface Format {
  readonly tag?: number;
  readonly channels?: number;
  readonly rate?: number;
  readonly bits?: number;
}

function format({ tag = 1, channels = 1, rate = 16_000, bits = 16 }: Format = {}): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt16LE(tag, 0);
  bytes.writeUInt16LE(channels, 2);
  bytes.writeUInt32LE(rate, 4);
  bytes.writeUInt32LE((rate * channels * bits) / 8, 8);
  bytes.writeUInt16LE((channels * bits) / 8, 12);
  bytes.writeUInt16LE(bits, 14);
  return bytes;
}

const pcm = Int16Array.of(1, -2, 300, -32_768, 32_767);
const data = Buffer.from(bytesOf(pcm));

describe("readWav()", () => {
  test.each([
    [
      "the size of the sound is unknown",
      wavFile(
        [
          ["fmt ", format()],
          ["data", data, 0xffff_ffff],
        ],
        0xffff_ffff,
      ),
    ],
    [
      "a list of an odd length comes first",
      wavFile([
        ["LIST", Buffer.from("odd")],
        ["fmt ", format()],
        ["fact", Buffer.alloc(4)],
        ["data", data],
        ["LIST", Buffer.alloc(10)],
      ]),
    ],
    [
      "the last sample is cut in half",
      Buffer.concat([
        wavFile([
          ["fmt ", format()],
          ["data", data, 999],
        ]),
        Buffer.of(7),
      ]),
    ],
  ])("readWav() reads all sound when %s", (_, file) => {
    expect(readWav(file)).toEqual({ rate: 16_000, pcm });
  });

  test("readWav() mixes the channels into one", () => {
    const stereo = Buffer.from(bytesOf(Int16Array.of(100, 200, -32_768, -32_768, 5, -5)));
    const file = wavFile([
      ["fmt ", format({ channels: 2, rate: 44_100 })],
      ["data", stereo],
    ]);
    expect(readWav(file)).toEqual({ rate: 44_100, pcm: Int16Array.of(150, -32_768, 0) });
  });

  test("readWav() says what is wrong with a file, and what to do", () => {
    const advice = "convert it, such as with: sox in.wav -b 16 -e signed-integer out.wav";
    const coded = wavFile([
      ["fmt ", format({ tag: 7, bits: 8 })],
      ["data", data],
    ]);
    expect(() => readWav(coded, "x.wav")).toThrow(
      `Cannot read the recording "x.wav": it is a WAV whose sound is not 16-bit PCM; ${advice}`,
    );
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
});
