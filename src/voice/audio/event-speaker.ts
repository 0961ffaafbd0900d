import { wavOf } from "../../models/sound/wav.ts";
import type { Speaker } from "../audio-ports.ts";
import { type PlayRun, playPieces, type RunOptions } from "./play-pieces.ts";

/** A piece of a spoken reply, a WAV file of its own. */
export interface AudioEvent {
  readonly type: "audio";
  /** Base64. */
  readonly wav: string;
}

/** The longest piece (seconds): a long sentence is sent in parts. */
const longestPiece = 10;

/** Takes an event and its size in bytes; resolves when there is room for more. */
type SendAudio = (event: AudioEvent, bytes: number) => Promise<void>;

/**
 * A mouth somewhere else: what it would play is sent, sentence by sentence, and counts as heard. Where it is not taken,
 * no more is made.
 */
export function createEventSpeaker(send: SendAudio): Speaker {
  return {
    id: "the caller",
    play: (pieces, options) => playPieces(pieces, options, (run) => startEventRun(send, run)),
  };
}

function startEventRun(send: SendAudio, { rate, signal, onSound }: RunOptions): PlayRun {
  const { promise: aborted, resolve: abort } = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => abort(), { once: true });
  let room = Promise.resolve();
  let held: Uint8Array[] = [];
  let bytes = 0;
  let heard = 0;
  let samples = 0;
  const flush = (): void => {
    const all = Buffer.concat(held);
    const whole = all.length - (all.length % 2); // A chunk may end within a sample.
    held = [all.subarray(whole)];
    bytes = all.length - whole;
    if (whole === 0) return;
    const sound = new Int16Array(new Uint8Array(all.subarray(0, whole)).buffer);
    samples += sound.length;
    onSound();
    const wav = wavOf(sound, rate).toString("base64");
    room = send({ type: "audio", wav }, wav.length);
  };
  return {
    rate,
    async write(chunk) {
      await Promise.race([room, aborted]);
      if (signal.aborted) return;
      held.push(chunk);
      bytes += chunk.length;
      if (bytes >= longestPiece * rate * 2) flush();
    },
    endPiece() {
      flush();
      held = [];
      bytes = 0;
      heard++;
    },
    async finish() {
      if (!signal.aborted) flush();
      return { heard, heardMs: (samples * 1_000) / rate };
    },
  };
}
