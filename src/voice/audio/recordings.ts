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

/** Creates a recorder that plays back WAV files, one after another, as fast as they are read. Unreadable files are reported and skipped. */
export const createRecordings = (files: readonly string[], options: RecordingsOptions): Recorder =>
  recorderOf(
    "recordings",
    files.map((file) => () => read(file)),
    options,
  );

/** Creates a recorder that plays back sound in memory. */
export const createRecording = ({ rate, pcm }: Wav, options: RecordingsOptions): Recorder =>
  recorderOf("a recording", [async () => resample(pcm, rate, speechRate)], options);

const recorderOf = (
  id: string,
  sounds: readonly (() => Promise<Int16Array | LociError>)[],
  options: RecordingsOptions,
): Recorder => ({ id, record: (signal) => record(sounds, options, signal) });

/** Each recording is followed by silence, then a pause. */
async function* record(
  sounds: readonly (() => Promise<Int16Array | LociError>)[],
  { padMs, onEnd }: RecordingsOptions,
  signal: AbortSignal,
): AsyncGenerator<RecorderEvent> {
  let sample = 0;
  for (const [i, open] of sounds.entries()) {
    const sound = await open();
    if (sound instanceof LociError) yield { type: "trouble", code: "gone", error: sound };
    else {
      for (const pcm of framesOf(sound, padMs)) {
        if (sample % (framesPerSlice * frameSamples) === 0) await yieldToEventLoop();
        if (signal.aborted) return;
        yield { type: "frame", frame: { pcm, sample } };
        sample += frameSamples;
      }
      yield { type: "pause" };
    }
    await onEnd?.(i);
  }
}

/** Frames between two yields to the event loop. */
const framesPerSlice = 50;

/** Cuts sound, followed by `padMs` of silence, into frames. */
function* framesOf(sound: Int16Array, padMs: number): Generator<Int16Array> {
  const end = sound.length + msToSamples(padMs);
  for (let at = 0; at < end; at += frameSamples) {
    const frame = new Int16Array(frameSamples);
    frame.set(sound.subarray(at, at + frameSamples));
    yield frame;
  }
}

async function read(file: string): Promise<Int16Array | LociError> {
  try {
    const { rate, pcm } = readWav(await readFile(file), file);
    return resample(pcm, rate, speechRate);
  } catch (cause) {
    if (cause instanceof LociError) return cause;
    const sentence = `Cannot read the recording "${file}": ${messageOf(cause)}`;
    return new LociError("BAD_INPUT", sentence, { data: { file }, cause });
  }
}
