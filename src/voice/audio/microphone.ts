import { setTimeout as sleep } from "node:timers/promises";
import { LociError } from "../../errors.ts";
import { startProgram } from "../../models/programs/start-program.ts";
import { speechRate } from "../../models/transcribe.ts";
import { within } from "../../within.ts";
import { frameSamples, msToSamples, type Recorder, type RecorderEvent } from "../audio-ports.ts";
import { type AudioDevice, failureOf, stuckFailure, toProblem } from "./audio-failure.ts";

export interface MicrophoneOptions {
  /** Name of an ALSA device. */
  readonly device: string;
  /** A monotonic clock (ms). */
  readonly elapsed: () => number;
  /** How long no sound may come before the program is restarted. */
  readonly stuckMs?: number;
  /** Shortest and longest pause before a restart. */
  readonly pauseMs?: readonly [number, number];
}

type Recording = Required<MicrophoneOptions>;

/** Creates a microphone that records through `arecord`, restarted with growing pauses whenever it ends or hangs. */
export const createMicrophone = (options: MicrophoneOptions): Recorder => ({
  id: options.device,
  record: (signal) => record({ stuckMs: 3_000, pauseMs: [500, 10_000], ...options }, signal),
});

/** Numbers a microphone's samples across restarts, and tells of a failure once until it ends. */
async function* record(options: Recording, signal: AbortSignal): AsyncGenerator<RecorderEvent> {
  let cut = createFrameCutter();
  let sample = 0;
  let heardAt = options.elapsed();
  let isBroken = false;
  for await (const sound of attempts(options, signal)) {
    if (sound instanceof LociError) {
      if (!isBroken) yield { type: "trouble", error: sound };
      isBroken = true;
      cut = createFrameCutter();
      continue;
    }
    const now = options.elapsed();
    if (isBroken) {
      const gap = msToSamples(now - heardAt);
      if (sample > 0) sample += gap - (gap % frameSamples); // What was said meanwhile is lost.
      yield { type: "mended" };
    }
    isBroken = false;
    heardAt = now;
    for (const pcm of cut(sound)) {
      yield { type: "frame", frame: { pcm, sample } };
      sample += frameSamples;
    }
  }
}

/** What is recorded, and why that ended, until the signal aborts. */
async function* attempts(
  options: Recording,
  signal: AbortSignal,
): AsyncGenerator<Buffer | LociError> {
  const { elapsed, pauseMs, stuckMs } = options;
  const [shortest, longest] = pauseMs;
  let pause = shortest;
  while (!signal.aborted) {
    const startedAt = elapsed();
    try {
      yield* soundOf(options, signal);
    } catch (error) {
      yield toProblem(error);
    }
    // It worked for a while, so this is a new failure.
    if (elapsed() - startedAt > longest + stuckMs) pause = shortest;
    await sleep(pause, undefined, { signal }).catch(() => {}); // Called off.
    pause = Math.min(pause * 2, longest);
  }
}

/** What the program records until the signal aborts. Throws why it ended. A slow reader lets the pipe fill, and then loses sound. */
async function* soundOf(
  { device, stuckMs }: Recording,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const program = "arecord";
  const microphone: AudioDevice = { use: "listen to the microphone", device, program };
  const child = startProgram({ program, args: argumentsFor(device) });
  child.stdin.end();
  const chunks: AsyncIterator<Buffer> = child.stdout[Symbol.asyncIterator]();
  try {
    // Once it is called off nobody would see that a read has failed.
    while (!signal.aborted) {
      const next = chunks.next();
      let read = await within(stuckMs, () => next, signal);
      // This process itself may have been held up, so read what is in the pipe first.
      if (read.type === "late") read = await within(20, () => next, signal);
      if (read.type === "late") throw stuckFailure(microphone, stuckMs);
      if (read.type !== "done" || read.value.done === true) break;
      yield read.value.value;
    }
    const exit = await within(1_000, () => child.exited, signal);
    if (signal.aborted) return;
    throw failureOf(microphone, exit.type === "done" ? exit.value : { code: null, lines: [] });
  } finally {
    await child.stop(500);
  }
}

/** Returns a function that takes bytes in chunks of any length and returns the frames they complete. */
function createFrameCutter(): (bytes: Uint8Array) => Int16Array[] {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const frames: Int16Array[] = [];
    for (; rest.length >= frameSamples * 2; rest = rest.subarray(frameSamples * 2)) {
      const frame = Uint8Array.from(rest.subarray(0, frameSamples * 2));
      frames.push(new Int16Array(frame.buffer));
    }
    return frames;
  };
}

/** Raw, because arecord ends a WAV at 2 GiB. */
function argumentsFor(device: string): readonly string[] {
  const format = ["-t", "raw", "-f", "S16_LE", "-r", String(speechRate), "-c", "1"];
  const buffers = [`--period-size=${frameSamples}`, `--buffer-size=${frameSamples * 10}`];
  return ["-q", "-D", device, ...format, ...buffers];
}
