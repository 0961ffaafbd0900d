import { readFile, stat } from "node:fs/promises";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { LociError, messageOf } from "../../errors.ts";
import { speechRate } from "../../models/transcribe.ts";
import { type Frame, frameSamples, type Recorded, type Recorder } from "../audio-ports.ts";
import { maxWavBytes, readWav, type Wav } from "./read-wav.ts";
import { resampleCalmly } from "./resample.ts";

export interface RecordingsOptions {
  /** Silence after each, so that what was said in it ends. */
  readonly padMs: number;
  /** Called behind each; the next one is read when it resolves. */
  readonly onEnd?: (index: number) => Promise<void>;
}

/** More silence than ends a turn (ms). */
export const padAfter = (silenceMs: number): number => silenceMs + 1_000;

/** WAV files as ears, one after another, as fast as they are read. One that cannot be read is reported and skipped. */
export function createRecordings(files: readonly string[], options: RecordingsOptions): Recorder {
  const sounds = files.map((file) => (signal: AbortSignal) => read(file, signal));
  return { id: "recordings", record: (signal) => record(sounds, options, signal) };
}

/** Sound that is there already, as ears. */
export function createRecording({ rate, pcm }: Wav, options: RecordingsOptions): Recorder {
  const rates = { from: rate, to: speechRate };
  const sounds = [(signal: AbortSignal) => resampleCalmly(pcm, rates, signal)];
  return { id: "a recording", record: (signal) => record(sounds, options, signal) };
}

async function* record(
  sounds: readonly ((signal: AbortSignal) => Promise<Int16Array | LociError>)[],
  { padMs, onEnd }: RecordingsOptions,
  signal: AbortSignal,
): AsyncGenerator<Recorded> {
  let sample = 0;
  for (const [i, open] of sounds.entries()) {
    if (signal.aborted) return;
    const pcm = await open(signal);
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

/** Other work gets its turn this often, for a reader that never waits. */
const framesAtOnce = 50;

/** Behind the sound there is silence. */
async function* framesOf(pcm: Int16Array, start: number, padMs: number): AsyncGenerator<Frame> {
  const end = pcm.length + (padMs * speechRate) / 1000;
  for (let at = 0; at < end; at += frameSamples) {
    if (at % (framesAtOnce * frameSamples) === 0) await yieldToEventLoop();
    const frame = new Int16Array(frameSamples);
    frame.set(pcm.subarray(at, at + frameSamples));
    yield { pcm: frame, sample: start + at };
  }
}

async function read(file: string, signal: AbortSignal): Promise<Int16Array | LociError> {
  try {
    const { size } = await stat(file);
    if (size > maxWavBytes) throw new RangeError(`it is larger than ${maxWavBytes >> 20} MB`);
    const { rate, pcm } = readWav(await readFile(file), file);
    return await resampleCalmly(pcm, { from: rate, to: speechRate }, signal);
  } catch (cause) {
    if (cause instanceof LociError) return cause;
    const state = messageOf(cause);
    return new LociError("BAD_INPUT", `Cannot read the recording "${file}": ${state}`, {
      data: { file },
      cause,
    });
  }
}
