import type { Speech } from "../synthesize.ts";
import { mixDown, readWavHeader, type WavHeader } from "./wav.ts";

/** Speech of a WAV file that is still being written; resolves with the first sound. Throws SyntaxError with what is wrong with it. */
export async function openWav(source: AsyncIterable<Uint8Array>): Promise<Speech> {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  for (;;) {
    const { done, value } = await chunks.next();
    if (done !== true) held = Buffer.concat([held, value]);
    const header = readWavHeader(held);
    if (typeof header === "object" && (done === true || held.length > header.start)) {
      return { rate: header.rate, pcm: readSound(header, held.subarray(header.start), chunks) };
    }
    if (typeof header === "object" || (header === undefined && done !== true)) continue;
    await chunks.return?.();
    throw new SyntaxError(
      held.length === 0 ? "it sends nothing" : `it sends ${header ?? "no whole WAV"}`,
    );
  }
}

/** The samples in whole frames, all channels mixed into one. */
async function* readSound(
  { size, channels }: WavHeader,
  first: Buffer,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const frame = 2 * channels;
  let left = size;
  let held = first;
  try {
    for (;;) {
      const whole = Math.min(left, held.length) - (Math.min(left, held.length) % frame);
      if (whole > 0) yield new Uint8Array(mixDown(held.subarray(0, whole), channels).buffer);
      left -= whole;
      held = held.subarray(whole);
      if (left < frame) return;
      const { done, value } = await rest.next();
      if (done === true) return;
      held = Buffer.concat([held, value]);
    }
  } finally {
    await rest.return?.();
  }
}
