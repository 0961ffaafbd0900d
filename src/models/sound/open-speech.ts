import { type Asked, toModelError } from "../servers/failure.ts";
import { piecesWithin, type Waits } from "../servers/limit.ts";
import type { Speech } from "../synthesize.ts";
import { mixDown, readWavHeader, type WavHeader } from "./wav.ts";

/**
 * Has a text spoken, within these limits: `ask` gives a WAV file as it is written. Rejects as `Synthesizer.synthesize`
 * does, and so does the sound.
 */
export async function openSpeech(
  asked: Asked,
  waits: Waits,
  ask: (limit: AbortSignal) => AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<Speech> {
  const chunks = piecesWithin(asked, waits, ask, signal);
  let held: Buffer = Buffer.alloc(0);
  for (;;) {
    const { done, value } = await chunks.next();
    if (done !== true) held = Buffer.concat([held, value]);
    const header = readWavHeader(held);
    if (typeof header === "object" && (done === true || held.length > header.start)) {
      return { rate: header.rate, pcm: readSound(header, held.subarray(header.start), chunks) };
    }
    if (typeof header === "object" || (header === undefined && done !== true)) continue;
    await chunks.return(undefined);
    const sent = held.length === 0 ? "nothing" : (header ?? "no whole WAV");
    throw toModelError(asked, new SyntaxError(`it sends ${sent}`));
  }
}

/** The samples in whole frames, all channels mixed into one. */
async function* readSound(
  { size, channels }: WavHeader,
  first: Buffer,
  rest: AsyncGenerator<Uint8Array>,
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
    await rest.return(undefined);
  }
}
