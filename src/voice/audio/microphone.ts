import { setTimeout as delay } from "node:timers/promises";
import { type Program, startProgram } from "../../models/programs/start-program.ts";
import { speechRate } from "../../models/transcribe.ts";
import { frameSamples, type Recorder, type RecorderEvent } from "../audio-ports.ts";
import { inSeconds, reasonOf } from "./audio-failure.ts";
import { type Capture, type CaptureFailure, createCapture } from "./capture.ts";
import { type CaptureBuffer, createCaptureBuffer } from "./capture-buffer.ts";
import { createFrameCutter } from "./frame-cutter.ts";

export interface MicrophoneOptions {
  /** Name of an ALSA device. */
  readonly device: string;
  /** A monotonic clock (ms). */
  readonly elapsed: () => number;
  /** The program that records, with the arguments of arecord (the default). */
  readonly program?: string;
  /** Environment of the program (default: this process's). */
  readonly env?: NodeJS.ProcessEnv;
  readonly limits?: Partial<MicrophoneLimits>;
}

interface MicrophoneLimits {
  /** How long no sound may come before the program is restarted. */
  readonly stuckMs: number;
  /** How long nothing but zeros may come before that is reported. */
  readonly silentMs: number;
  /** Shortest and longest pause before a restart. */
  readonly pauseMs: readonly [number, number];
}

/** Frames that wait for a slow reader: 10 s. */
const maxFrames = 500;

/** Creates a microphone that records through `arecord`, restarted with growing pauses whenever it ends or hangs. */
export function createMicrophone(options: MicrophoneOptions): Recorder {
  return {
    id: options.device,
    record: async function* (outer): AsyncGenerator<RecorderEvent> {
      const own = new AbortController();
      const signal = AbortSignal.any([outer, own.signal]);
      const queue = createCaptureBuffer(maxFrames);
      const recording = keepRecording(options, queue, signal);
      try {
        yield* queue.read(signal);
      } finally {
        own.abort();
        await recording;
      }
    },
  };
}

/** Records until the signal aborts and the program has ended. Never rejects. */
async function keepRecording(
  options: MicrophoneOptions,
  queue: CaptureBuffer,
  signal: AbortSignal,
): Promise<void> {
  const { device, elapsed, program = "arecord" } = options;
  const limits: MicrophoneLimits = {
    stuckMs: 3_000,
    silentMs: 30_000,
    pauseMs: [500, 10_000],
    ...options.limits,
  };
  const emit = queue.push;
  const capture = createCapture({ device, program, elapsed, silentMs: limits.silentMs, emit });
  const [first, longest] = limits.pauseMs;
  let pause = first;
  while (!signal.aborted) {
    const since = elapsed();
    const failure = await recordOnce({ ...options, program, limits, queue, capture }, signal);
    if (signal.aborted) return;
    capture.fail(failure);
    // It worked for a while, so this is a new failure: begin with the short pause again.
    if (elapsed() - since > longest + limits.stuckMs) pause = first;
    await delay(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(pause * 2, longest);
  }
}

interface Recording extends MicrophoneOptions {
  readonly program: string;
  readonly limits: MicrophoneLimits;
  readonly queue: CaptureBuffer;
  readonly capture: Capture;
}

/** Runs the program once, and returns why it ended. */
async function recordOnce(recording: Recording, signal: AbortSignal): Promise<CaptureFailure> {
  const { program, env, device, limits } = recording;
  let child: Program;
  try {
    child = startProgram({ program, args: argumentsFor(device), env });
  } catch (cause) {
    return { reason: "ended", detail: String(cause), cause };
  }
  child.stdin.end();
  const { promise: called, resolve: call } = Promise.withResolvers<CaptureFailure>();
  const abort = () => call({ reason: "ended" });
  signal.addEventListener("abort", abort, { once: true });
  const stuck = { reason: "stuck", detail: inSeconds(limits.stuckMs) } as const;
  const sound = readSound(child, recording, () => call(stuck));
  const ended = child.exited.then(async (exit) => {
    if (exit.cause === undefined) await sound.finished;
    return { ...reasonOf(exit, sound.hasStarted()), cause: exit.cause };
  });
  const failure = await Promise.race([called, ended]);
  signal.removeEventListener("abort", abort);
  sound.stop();
  await child.stop(500);
  return failure;
}

/** Raw, because arecord ends a WAV at 2 GiB. */
function argumentsFor(device: string): readonly string[] {
  const format = ["-t", "raw", "-f", "S16_LE", "-r", String(speechRate), "-c", "1"];
  const buffers = [`--period-size=${frameSamples}`, `--buffer-size=${frameSamples * 10}`];
  return ["-q", "-D", device, ...format, ...buffers];
}

interface SoundReader {
  readonly hasStarted: () => boolean;
  /** Resolves once everything the program wrote has been read. */
  readonly finished: Promise<void>;
  readonly stop: () => void;
}

/** Feeds the program's output to the capture; calls `onStuck` if none comes for `stuckMs`. */
function readSound(
  child: Program,
  { capture, queue, elapsed, limits }: Recording,
  onStuck: () => void,
): SoundReader {
  const cut = createFrameCutter(frameSamples);
  const watch = createStallTimer(limits.stuckMs, onStuck);
  let frames = 0;
  let startedAt: number | undefined;
  child.stdout.on("data", (bytes: Buffer) => {
    watch.heard();
    startedAt ??= elapsed();
    for (const pcm of cut(bytes)) {
      capture.hear(pcm);
      frames++;
    }
    if (queue.waiting() < maxFrames / 2 || !isAhead(frames, elapsed() - startedAt)) return;
    // Sound faster than real time comes from a file, which can wait without losing any.
    child.stdout.pause();
    watch.rest();
    queue.whenBelow(maxFrames / 4, () => {
      child.stdout.resume();
      watch.heard();
    });
  });
  const finished = new Promise<void>((resolve) => child.stdout.once("close", () => resolve()));
  return { hasStarted: () => startedAt !== undefined, finished, stop: watch.end };
}

/** Whether frames come faster than real time. Allows for 2 % clock drift of a sound card and 2 s of delayed sound. */
function isAhead(frames: number, ms: number): boolean {
  return frames * frameSamples * 1000 > (ms * 1.02 + 2_000) * speechRate;
}

/** Calls `onStuck` if `heard` is not called for `ms`; `rest` pauses the watch, `end` stops it. */
function createStallTimer(
  ms: number,
  onStuck: () => void,
): { readonly heard: () => void; readonly rest: () => void; readonly end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let isQuiet = true;
  let isEnded = false;
  const check = () => {
    isQuiet = true;
    // This process itself may have been blocked, so read what is in the pipe first.
    setImmediate(() => {
      if (isQuiet && !isEnded) onStuck();
    });
  };
  const rest = () => {
    isQuiet = false;
    clearTimeout(timer);
  };
  const heard = () => {
    rest();
    if (!isEnded) timer = setTimeout(check, ms);
  };
  heard();
  return {
    heard,
    rest,
    end: () => {
      isEnded = true;
      rest();
    },
  };
}
