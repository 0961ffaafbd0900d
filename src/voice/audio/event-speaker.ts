import { wavOf } from "../../models/sound/wav.ts";
import type { Speech } from "../../models/synthesize.ts";
import { within } from "../../within.ts";
import { noLimit, untilAborted } from "../async/read-within.ts";
import type { Speaker } from "../audio-ports.ts";
import { toProblem } from "./audio-failure.ts";

/** A piece of a spoken reply, a WAV file of its own. */
export interface AudioEvent {
  readonly type: "audio";
  /** Base64. */
  readonly wav: string;
}

/** The longest piece (seconds): a long sentence is sent in parts. */
const longestPiece = 10;

/**
 * A mouth somewhere else: what it would play is sent, sentence by sentence, and counts as heard. Nothing more is made
 * before `send` resolves.
 */
export function createEventSpeaker(send: (event: AudioEvent) => Promise<void>): Speaker {
  return {
    id: "the caller",
    async play(pieces, { signal, onSound = () => {} }) {
      const played = { heard: 0, heardMs: 0 };
      try {
        for await (const piece of untilAborted(pieces, signal)) {
          for await (const part of partsOf(piece, signal)) {
            if (played.heardMs === 0) onSound();
            played.heardMs += (part.length * 1_000) / piece.rate;
            const wav = wavOf(part, piece.rate).toString("base64");
            await within(noLimit, () => send({ type: "audio", wav }), signal);
          }
          if (!signal.aborted) played.heard++;
        }
      } catch (error) {
        return { ...played, isInterrupted: signal.aborted, problem: toProblem(error) };
      }
      return { ...played, isInterrupted: signal.aborted };
    },
  };
}

/** Samples of a piece, in whole and not too long parts; a chunk of it may end within a sample. */
async function* partsOf({ rate, pcm }: Speech, signal: AbortSignal): AsyncGenerator<Int16Array> {
  let held = Buffer.alloc(0);
  const flush = (): Int16Array => {
    const whole = held.length - (held.length % 2);
    const part = new Int16Array(new Uint8Array(held.subarray(0, whole)).buffer);
    held = held.subarray(whole);
    return part;
  };
  for await (const chunk of untilAborted(pcm, signal)) {
    held = Buffer.concat([held, chunk]);
    if (held.length >= longestPiece * rate * 2) yield flush();
  }
  if (held.length > 1 && !signal.aborted) yield flush();
}
