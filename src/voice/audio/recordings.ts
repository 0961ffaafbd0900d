import { readFile } from "node:fs/promises";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { LociError, messageOf } from "../../errors.ts";
import { speechRate } from "../../models/transcribe.ts";
import { frameSamples, msToSamples, type Recorder, type RecorderEvent } from "../audio-ports.ts";
import { readWav, type Wav } from "./read-wav.ts";
import { resample } from "./resample.ts";

export interface RecordingsOptions {
  /** Silence appended to each recording, so that the last utterance ends (ms). */
  readonly padMs: number;
  /** Called after each recording; the next one is read once it resolves. */
  readonly onEnd?: (index: number) => Promise<void>;
}

/** Returns more silence than ends an utterance (ms). */
export const silencePadMs = (silenceMs: number): number => silenceMs + 1_000;

/**
 * Creates a recorder that plays back WAV files, or sound in memory, one after another, as fast as they are read. Each
 * is followed by silence, then a pause. Unreadable files are reported and skipped.
 */
export const createRecordings = (
  sounds: readonly (string | Wav)[],
  options: RecordingsOptions,
): Recorder => ({ id: "recordings", record: (signal) => record(sounds, options, signal) });

async function* record(
  sounds: readonly (string | Wav)[],
  { padMs, onEnd }: RecordingsOptions,
  signal: AbortSignal,
): AsyncGenerator<RecorderEvent> {
  let sample = 0;
  for (const [i, sound] of sounds.entries()) {
    const wav = typeof sound === "string" ? await read(sound) : sound;
    if (wav instanceof LociError) yield { type: "trouble", code: "gone", error: wav };
    else {
      for await (const pcm of framesOf(wav, padMs)) {
        if (signal.aborted) return;
        yield { type: "frame", frame: { pcm, sample } };
        sample += frameSamples;
      }
      yield { type: "pause" };
    }
    await onEnd?.(i);
  }
}

/** Samples between two yields to the event loop. */
const sliceSamples = 50 * frameSamples;

async function* framesOf({ rate, pcm }: Wav, padMs: number): AsyncGenerator<Int16Array> {
  const sound = resample(pcm, rate, speechRate);
  const end = sound.length + msToSamples(padMs);
  for (let at = 0; at < end; at += frameSamples) {
    if (at % sliceSamples === 0) await yieldToEventLoop();
    const frame = new Int16Array(frameSamples);
    frame.set(sound.subarray(at, at + frameSamples));
    yield frame;
  }
}

async function read(file: string): Promise<Wav | LociError> {
  try {
    return readWav(await readFile(file), file);
  } catch (cause) {
    if (cause instanceof LociError) return cause;
    const sentence = `Cannot read the recording "${file}": ${messageOf(cause)}`;
    return new LociError("BAD_INPUT", sentence, { data: { file }, cause });
  }
}
