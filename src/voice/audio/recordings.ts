import { readFile, stat } from "node:fs/promises";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { LociError, messageOf } from "../../errors.ts";
import { speechRate } from "../../models/transcribe.ts";
import { type Frame, frameSamples, type Recorder, type RecorderEvent } from "../audio-ports.ts";
import { maxWavBytes, readWav, type Wav } from "./read-wav.ts";
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
export function createRecordings(files: readonly string[], options: RecordingsOptions): Recorder {
  const sounds = files.map((file) => () => read(file));
  return { id: "recordings", record: (signal) => record(sounds, options, signal) };
}

/** Creates a recorder that plays back sound in memory. */
export function createRecording({ rate, pcm }: Wav, options: RecordingsOptions): Recorder {
  const sounds = [async () => resample(pcm, rate, speechRate)];
  return { id: "a recording", record: (signal) => record(sounds, options, signal) };
}

async function* record(
  sounds: readonly (() => Promise<Int16Array | LociError>)[],
  { padMs, onEnd }: RecordingsOptions,
  signal: AbortSignal,
): AsyncGenerator<RecorderEvent> {
  let sample = 0;
  for (const [i, open] of sounds.entries()) {
    if (signal.aborted) return;
    const pcm = await open();
    if (pcm instanceof LociError) yield { type: "trouble", code: "gone", error: pcm };
    else {
      for await (const frame of framesOf(pcm, sample, padMs)) {
        if (signal.aborted) return;
        yield { type: "frame", frame };
        sample += frameSamples;
      }
      yield { type: "pause" };
    }
    if (!signal.aborted) await onEnd?.(i);
  }
}

/** Frames between two yields to the event loop. */
const framesPerSlice = 50;

/** Cuts sound, followed by `padMs` of silence, into frames. */
async function* framesOf(pcm: Int16Array, start: number, padMs: number): AsyncGenerator<Frame> {
  const end = pcm.length + (padMs * speechRate) / 1000;
  for (let at = 0; at < end; at += frameSamples) {
    if (at % (framesPerSlice * frameSamples) === 0) await yieldToEventLoop();
    const frame = new Int16Array(frameSamples);
    frame.set(pcm.subarray(at, at + frameSamples));
    yield { pcm: frame, sample: start + at };
  }
}

async function read(file: string): Promise<Int16Array | LociError> {
  try {
    const { size } = await stat(file);
    if (size > maxWavBytes) throw new RangeError(`it is larger than ${maxWavBytes >> 20} MB`);
    const { rate, pcm } = readWav(await readFile(file), file);
    return resample(pcm, rate, speechRate);
  } catch (cause) {
    if (cause instanceof LociError) return cause;
    const state = messageOf(cause);
    return new LociError("BAD_INPUT", `Cannot read the recording "${file}": ${state}`, {
      data: { file },
      cause,
    });
  }
}
