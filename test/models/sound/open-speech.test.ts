import { describe, expect, test } from "vitest";
import { openSpeech } from "../../../src/models/sound/open-speech.ts";
import { fc } from "../../fast-check.ts";
import { collectSpeech, forever } from "../collect-speech.ts";
import { type WavShape, wavBytes } from "../wav-bytes.ts";

async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const speechOf = (source: AsyncIterable<Uint8Array>) =>
  openSpeech({ does: "ask" }, { first: 60_000, stall: 60_000 }, () => source, forever);

async function read(bytes: Uint8Array, sizes: readonly number[] = [4096]) {
  return collectSpeech(await speechOf(inPieces(bytes, sizes)));
}

const samples = [0, 1, -1, 32_767, -32_768, 300];

describe("openSpeech()", () => {
  const shapes: [string, WavShape][] = [
    ["plain", {}],
    ["with espeak-ng's made-up length", { dataSize: 0x7ffff000 }],
    ["with ffmpeg's made-up length and LIST", { dataSize: 0xffffffff, list: "Lavf60.16.100" }],
    ["with no length", { dataSize: 0 }],
    ["with a LIST of odd size", { list: "odd" }],
    ["extensible", { isExtensible: true }],
  ];
  test("reads a WAV that comes in pieces of any size", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -32_768, max: 32_767 }), { maxLength: 200 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
        fc.constantFrom(...shapes.map(([, shape]) => shape)),
        async (pcm, sizes, shape) => {
          const bytes = wavBytes(pcm, { rate: 22_050, ...shape });
          expect(await read(bytes, sizes)).toEqual({ rate: 22_050, pcm: Int16Array.from(pcm) });
        },
      ),
    );
  });

  test("resolves with the first sound, and lets go of the source with the reader", async () => {
    let isOver = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        yield wavBytes(samples, { rate: 8_000, dataSize: 0 });
        await new Promise(() => undefined);
      } finally {
        isOver = true;
      }
    }
    const speech = await speechOf(source());
    for await (const piece of speech.pcm) {
      expect(piece.length).toBe(12);
      break;
    }
    await expect.poll(() => isOver).toBe(true);
  });

  test.each([
    ["nothing", Buffer.alloc(0), /it sends nothing/],
    ["JSON", Buffer.from('{"error": "boom"}'), /no WAV .*"error": "boom"/],
    ["half a header", wavBytes(samples, {}).subarray(0, 30), /it sends no whole WAV/],
    [
      "a sound before its format",
      Buffer.from("RIFF\0\0\0\0WAVEdata\x02\0\0\0ab"),
      /what its samples are/,
    ],
    ["24 bits", wavBytes(samples, { bits: 24 }), /not 16-bit PCM/],
    [
      "a header without end",
      Buffer.from(`RIFF\0\0\0\0WAVELIST\xff\xff\xff\x00${"x".repeat(20_000)}`, "latin1"),
      /header without end/,
    ],
  ])("says what is wrong with %s", async (_, bytes, problem) => {
    await expect(read(bytes, [1_000])).rejects.toThrow(problem);
  });
});
