import { LociError, messageOf } from "../../errors.ts";
import type { Speech } from "../../models/synthesize.ts";
import { wavOf } from "../../voice/audio/wav-of.ts";
import type { Played, Speaker } from "../../voice/audio-ports.ts";

/** A piece of a spoken reply, a WAV file of its own. */
export interface AudioEvent {
  readonly type: "audio";
  /** Base64. */
  readonly wav: string;
}

/** The longest piece (seconds): a long sentence is sent in parts. */
const longestPiece = 10;

/** A mouth somewhere else: what it would play is sent, sentence by sentence, and counts as heard. */
export function createEventSpeaker(send: (event: AudioEvent) => void): Speaker {
  return {
    id: "the caller",
    async play(pieces, options) {
      const { signal, onSound } = options;
      let heard = 0;
      let heardMs = 0;
      let hasSent = false;
      const sendFirst = (event: AudioEvent): void => {
        if (!hasSent) onSound?.();
        hasSent = true;
        send(event);
      };
      try {
        for await (const piece of pieces) {
          if (signal.aborted) break;
          heardMs += await sendPiece(piece, signal, sendFirst);
          if (!signal.aborted) heard++;
        }
        return { heard, heardMs, isInterrupted: signal.aborted };
      } catch (error) {
        return { heard, heardMs, isInterrupted: signal.aborted, ...problemOf(error) };
      }
    },
  };
}

function problemOf(error: unknown): Pick<Played, "problem"> {
  if (error instanceof LociError) return { problem: error };
  return {
    problem: new LociError("AUDIO_FAILED", `Cannot send speech: ${messageOf(error)}`, {
      cause: error,
    }),
  };
}

/** Returns how long it lasts (ms). */
async function sendPiece(
  { rate, pcm }: Speech,
  signal: AbortSignal,
  send: (event: AudioEvent) => void,
): Promise<number> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  let samples = 0;
  const flush = (): void => {
    const all = Buffer.concat(held);
    const whole = all.length - (all.length % 2); // A chunk may end within a sample.
    held = whole < all.length ? [all.subarray(whole)] : [];
    bytes = all.length - whole;
    if (whole === 0 || signal.aborted) return;
    const sound = new Int16Array(Uint8Array.prototype.slice.call(all, 0, whole).buffer);
    samples += sound.length;
    send({ type: "audio", wav: wavOf(sound, rate).toString("base64") });
  };
  for await (const chunk of pcm) {
    if (signal.aborted) break;
    held.push(chunk);
    bytes += chunk.length;
    if (bytes >= longestPiece * rate * 2) flush();
  }
  flush();
  return (samples * 1_000) / rate;
}
