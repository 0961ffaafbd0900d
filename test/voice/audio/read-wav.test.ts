import { describe, expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import { wavOf } from "../../../src/models/sound/wav.ts";
import { maxWavBytes, readWav } from "../../../src/voice/audio/read-wav.ts";
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
  test("readWav() gives what wavOf() wrote", () => {
    const samples = fc.array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 500 });
    const rates = fc.integer({ min: 4_000, max: 192_000 });
    fc.assert(
      fc.property(samples, rates, (written, rate) => {
        const sound = Int16Array.from(written);
        expect(readWav(wavOf(sound, rate))).toEqual({ rate, pcm: sound });
      }),
    );
  });

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
      "sizes are those of espeak-ng on a pipe",
      wavFile(
        [
          ["fmt ", format()],
          ["data", data, 0x7fff_f000],
        ],
        0x7fff_f024,
      ),
    ],
    [
      "sizes were never filled in",
      wavFile(
        [
          ["fmt ", format()],
          ["data", data, 0],
        ],
        0,
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

  test("readWav() reads a file that lies somewhere within a larger buffer", () => {
    const around = Buffer.concat([Buffer.alloc(3), wavOf(pcm, 8_000), Buffer.alloc(9)]);
    expect(readWav(around.subarray(3, around.length - 9))).toEqual({ rate: 8_000, pcm });
  });

  test("readWav() mixes the channels into one", () => {
    const stereo = Buffer.from(bytesOf(Int16Array.of(100, 200, -32_768, -32_768, 5, -5)));
    const file = wavFile([
      ["fmt ", format({ channels: 2, rate: 44_100 })],
      ["data", stereo],
    ]);
    expect(readWav(file)).toEqual({ rate: 44_100, pcm: Int16Array.of(150, -32_768, 0) });
  });

  test("readWav() finds the encoding of an extensible header in its GUID", () => {
    const extensible = Buffer.concat([format({ tag: 0xfffe }), Buffer.alloc(24)]);
    extensible.writeUInt16LE(22, 16);
    extensible.writeUInt16LE(1, 24);
    expect(
      readWav(
        wavFile([
          ["fmt ", extensible],
          ["data", data],
        ]),
      ).pcm,
    ).toEqual(pcm);
  });

  test("readWav() says what is wrong with a file, and what to do", () => {
    const errorOf = (file: Uint8Array) => {
      try {
        readWav(file, "x.wav");
        return "read";
      } catch (error) {
        return error instanceof LociError && error.code === "BAD_INPUT" ? error.message : error;
      }
    };
    const whole = wavOf(pcm, 16_000);
    expect({
      nothing: errorOf(new Uint8Array(0)),
      text: errorOf(Buffer.from("not a recording at all, but text")),
      "header cut off": errorOf(whole.subarray(0, 30)),
      "nothing but a head": errorOf(whole.subarray(0, 12)),
      "no sound": errorOf(wavFile([["fmt ", format()]])),
      "sound before format": errorOf(
        wavFile([
          ["data", data],
          ["fmt ", format()],
        ]),
      ),
      "no channels": errorOf(
        wavFile([
          ["fmt ", format({ channels: 0 })],
          ["data", data],
        ]),
      ),
      "no rate": errorOf(
        wavFile([
          ["fmt ", format({ rate: 0 })],
          ["data", data],
        ]),
      ),
      ADPCM: errorOf(
        wavFile([
          ["fmt ", format({ tag: 2, bits: 4 })],
          ["data", data],
        ]),
      ),
      "µ-law": errorOf(
        wavFile([
          ["fmt ", format({ tag: 7, bits: 8 })],
          ["data", data],
        ]),
      ),
      unknown: errorOf(
        wavFile([
          ["fmt ", format({ tag: 999, bits: 12 })],
          ["data", data],
        ]),
      ),
      "too large": errorOf(new Uint8Array(maxWavBytes + 1)),
    }).toMatchSnapshot();
  });

  test("readWav() refuses what lasts longer than is wished, and what would grow too large at the rate of speech", () => {
    const slow = Buffer.alloc(60_000_000);
    wavFile([
      ["fmt ", format({ rate: 4_000 })],
      ["data", data, 0xffff_ffff],
    ]).copy(slow);
    expect(() => readWav(slow, "slow.wav")).toThrow(
      'Cannot read the recording "slow.wav": it lasts longer than 109 minutes; cut it into shorter ones',
    );
    const long = wavOf(new Int16Array(16_000 * 180 + 16), 16_000);
    expect(readWav(long).pcm.length).toBe(16_000 * 180 + 16);
    expect(() => readWav(long, undefined, 180)).toThrow(
      "Cannot read the recording: it lasts longer than 3 minutes; cut it into shorter ones",
    );
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
