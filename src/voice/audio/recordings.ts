import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { speechRate } from "../../models/transcribe.ts";
import { frameSamples, msToSamples, type Recorder, type RecorderEvent } from "../audio-ports.ts";
import type { Wav } from "./read-wav.ts";
import { resample } from "./resample.ts";

export interface RecordingsOptions {
  /** Silence that ends an utterance (ms). */
  readonly silenceMs: number;
  /** Called after each recording; the next one begins once it resolves. */
  readonly onEnd?: (index: number) => Promise<void>;
}

/** Frames between two yields to the event loop. */
const framesOfSecond = 50;

/**
 * Creates a recorder that plays back sound, one recording after another, as fast as it is read. Each is followed by
 * enough silence to end its last utterance, then a pause.
 */
export const createRecordings = (
  sounds: readonly Wav[],
  { silenceMs, onEnd }: RecordingsOptions,
): Recorder => ({
  id: "recordings",
  async *record(signal): AsyncGenerator<RecorderEvent> {
    let sample = 0;
    for (const [i, { rate, pcm }] of sounds.entries()) {
      const sound = resample(pcm, rate, speechRate);
      const end = sound.length + msToSamples(silenceMs + 1_000);
      for (let at = 0; at < end; at += frameSamples) {
        if ((at / frameSamples) % framesOfSecond === 0) await yieldToEventLoop();
        if (signal.aborted) return;
        const frame = new Int16Array(frameSamples);
        frame.set(sound.subarray(at, at + frameSamples));
        yield { type: "frame", frame: { pcm: frame, sample } };
        sample += frameSamples;
      }
      yield { type: "pause" };
      await onEnd?.(i);
    }
  },
});
