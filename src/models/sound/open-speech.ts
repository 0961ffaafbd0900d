import { type Asked, toModelError } from "../servers/failure.ts";
import { piecesWithin, type Waits } from "../servers/limit.ts";
import type { Speech } from "../synthesize.ts";
import { readWavHeader } from "./wav.ts";

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
      const { rate, start } = header;
      return { rate, pcm: soundFrom(held.subarray(start), chunks) };
    }
    if (done !== true && typeof header !== "string") continue;
    await chunks.return(undefined);
    const sent = held.length === 0 ? "nothing" : (header ?? "no whole WAV");
    throw toModelError(asked, new SyntaxError(`it sends ${sent}`));
  }
}

/** To the end: the length in the header of a stream is mostly made up, and what may follow the sound is a click. */
async function* soundFrom(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
