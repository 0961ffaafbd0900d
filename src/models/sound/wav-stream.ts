import type { Speech } from "../synthesize.ts";
import { mixDown, readWavHeader, type WavHeader } from "./wav.ts";

/** Speech of a WAV file that is still being written; resolves with the first sound, or with what is wrong with the bytes. */
export async function openWavStream(source: AsyncIterable<Uint8Array>): Promise<Speech | string> {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  for (let isOver = false; ; ) {
    const header = readWavHeader(held);
    if (typeof header === "object" && (isOver || held.length > header.start)) {
      return { rate: header.rate, pcm: readSound(header, held.subarray(header.start), chunks) };
    }
    if (typeof header === "string" || isOver) {
      await chunks.return?.();
      return held.length === 0 ? "it sends nothing" : `it sends ${header ?? "no whole WAV"}`;
    }
    const { done, value } = await chunks.next();
    isOver = done === true;
    if (done !== true) held = Buffer.concat([held, value]);
  }
}

async function* readSound(
  { size, channels }: WavHeader,
  first: Buffer,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let left = size;
  let held = first;
  try {
    for (;;) {
      // With several channels whole frames only: all are mixed into one.
      const frame = channels === 1 ? 1 : 2 * channels;
      const whole = Math.min(left, held.length - (held.length % frame));
      const sound = held.subarray(0, whole);
      if (whole > 0) yield channels === 1 ? sound : new Uint8Array(mixDown(sound, channels).buffer);
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
