import { readFile, stat } from "node:fs/promises";
import { setImmediate as breathe } from "node:timers/promises";
import { LociError, messageOf } from "../../errors.ts";
import { speechRate } from "../../models/transcribe.ts";
import { frameSamples, type Recorded, type Recorder } from "../audio-ports.ts";
import { maxWavBytes, readWav } from "./read-wav.ts";
import { resample } from "./resample.ts";

export interface RecordingsOptions {
  /** Silence after each file, so that what was said in it ends. */
  readonly padMs: number;
}

/** WAV files as ears, one after another, as fast as they are read. One that cannot be read is told and passed over. */
export function createRecordings(files: readonly string[], options: RecordingsOptions): Recorder {
  return { id: "recordings", record: (signal) => record(files, options, signal) };
}

/** Other work gets its turn this often, for a reader that never waits. */
const framesAtOnce = 50;

async function* record(
  files: readonly string[],
  { padMs }: RecordingsOptions,
  signal: AbortSignal,
): AsyncGenerator<Recorded> {
  let frames = 0;
  for (const file of files) {
    if (signal.aborted) return;
    const pcm = await read(file);
    if (pcm instanceof LociError) {
      yield { type: "trouble", code: "gone", error: pcm };
      continue;
    }
    const end = pcm.length + (padMs * speechRate) / 1000;
    for (let at = 0; at < end; at += frameSamples) {
      if (frames % framesAtOnce === 0) await breathe();
      if (signal.aborted) return;
      yield { type: "frame", frame: { pcm: frameOf(pcm, at), sample: frames * frameSamples } };
      frames++;
    }
    yield { type: "pause" };
  }
}

/** Behind the sound there is silence. */
function frameOf(pcm: Int16Array, at: number): Int16Array {
  const frame = new Int16Array(frameSamples);
  frame.set(pcm.subarray(at, at + frameSamples));
  return frame;
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
