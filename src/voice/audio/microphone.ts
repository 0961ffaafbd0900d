import { setTimeout as delay } from "node:timers/promises";
import { type Program, startProgram } from "../../models/programs/start-program.ts";
import { speechRate } from "../../models/transcribe.ts";
import { frameSamples, type Recorded, type Recorder } from "../audio-ports.ts";
import { inSeconds, reasonOf } from "./audio-failure.ts";
import { type Capture, type CaptureFailure, createCapture } from "./capture.ts";
import { createFrameCutter } from "./frame-cutter.ts";
import { createSoundQueue, type SoundQueue } from "./sound-queue.ts";

export interface MicrophoneOptions {
  /** Name of an ALSA device. */
  readonly device: string;
  /** Milliseconds by a clock that no adjustment moves. */
  readonly elapsed: () => number;
  /** What records; it is called as arecord is. */
  readonly program?: string;
  /** Environment of that program; left out, that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  readonly limits?: Partial<MicrophoneLimits>;
}

interface MicrophoneLimits {
  /** Without any sound for so long it is started again. */
  readonly stuckMs: number;
  /** Nothing but zeros for so long is a trouble. */
  readonly silentMs: number;
  /** The shortest and the longest pause before it is started again. */
  readonly pauseMs: readonly [number, number];
}

/** Ears that also count what went wrong. */
export interface Microphone extends Recorder {
  counts(): MicrophoneCounts;
}

interface MicrophoneCounts {
  /** Reports of the device that sound was lost before it was read. */
  readonly overruns: number;
  /** Frames that were dropped unread. */
  readonly lost: number;
  /** How often recording was started anew. */
  readonly restarts: number;
}

/** Sound that waits for a slow reader: 10 s. */
const maxFrames = 500;

/** A microphone through `arecord`, which is started again, after ever longer pauses, whenever it ends or hangs. */
export function createMicrophone(options: MicrophoneOptions): Microphone {
  const counts = { overruns: 0, lost: 0, restarts: 0 };
  return {
    id: options.device,
    counts: () => ({ ...counts }),
    record: async function* (outer): AsyncGenerator<Recorded> {
      const own = new AbortController();
      const signal = AbortSignal.any([outer, own.signal]);
      const queue = createSoundQueue(maxFrames, () => counts.lost++);
      const recording = keepRecording(options, queue, counts, signal);
      try {
        yield* queue.read(signal);
      } finally {
        own.abort();
        await recording;
      }
    },
  };
}

type Counts = { -readonly [key in keyof MicrophoneCounts]: MicrophoneCounts[key] };

/** Never rejects; resolves when the signal aborted and no program is left. */
async function keepRecording(
  options: MicrophoneOptions,
  queue: SoundQueue,
  counts: Counts,
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
    const failure = await recordOnce(
      { ...options, program, limits, queue, capture, counts },
      signal,
    );
    if (signal.aborted) return;
    capture.fail(failure);
    // What held for a while is a new trouble, not the old one again.
    if (elapsed() - since > longest + limits.stuckMs) pause = first;
    await delay(pause, undefined, { signal }).catch(() => undefined);
    pause = Math.min(pause * 2, longest);
    counts.restarts++;
  }
}

interface Recording extends MicrophoneOptions {
  readonly program: string;
  readonly limits: MicrophoneLimits;
  readonly queue: SoundQueue;
  readonly capture: Capture;
  readonly counts: Counts;
}

/** One run of the program: why it ended. */
async function recordOnce(recording: Recording, signal: AbortSignal): Promise<CaptureFailure> {
  const { program, env, device, limits, counts } = recording;
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
  const sound = takeSound(child, recording, () => call(stuck));
  const ended = child.exited.then(async (exit) => {
    if (exit.cause === undefined) await sound.finished;
    return { ...reasonOf(exit, sound.hasCome()), cause: exit.cause };
  });
  const failure = await Promise.race([called, ended]);
  signal.removeEventListener("abort", abort);
  sound.stop();
  await child.stop(500);
  counts.overruns += child.xruns();
  return failure;
}

/** Raw, because a WAV of arecord ends at 2 GiB. */
function argumentsFor(device: string): readonly string[] {
  const format = ["-t", "raw", "-f", "S16_LE", "-r", String(speechRate), "-c", "1"];
  const buffers = [`--period-size=${frameSamples}`, `--buffer-size=${frameSamples * 10}`];
  return ["-q", "-D", device, ...format, ...buffers];
}

interface TakenSound {
  readonly hasCome: () => boolean;
  /** All that the program wrote was taken. */
  readonly finished: Promise<void>;
  readonly stop: () => void;
}

/** Feeds the capture with what the program writes, and watches that it does. */
function takeSound(
  child: Program,
  { capture, queue, elapsed, limits }: Recording,
  onStuck: () => void,
): TakenSound {
  const cut = createFrameCutter(frameSamples);
  const watch = watchOver(limits.stuckMs, onStuck);
  let frames = 0;
  let begun: number | undefined;
  child.stdout.on("data", (bytes: Buffer) => {
    watch.heard();
    begun ??= elapsed();
    for (const pcm of cut(bytes)) {
      capture.hear(pcm);
      frames++;
    }
    if (queue.waiting() < maxFrames / 2 || !isAhead(frames, elapsed() - begun)) return;
    // What comes faster than it would sound is a file: it can wait, and nothing of it is lost.
    child.stdout.pause();
    watch.rest();
    queue.whenBelow(maxFrames / 4, () => {
      child.stdout.resume();
      watch.heard();
    });
  });
  const finished = new Promise<void>((resolve) => child.stdout.once("close", () => resolve()));
  return { hasCome: () => begun !== undefined, finished, stop: watch.end };
}

/** Whether so many frames cannot be live: clocks of sound cards are off by less, and what was held up comes at once. */
function isAhead(frames: number, ms: number): boolean {
  return frames * frameSamples * 1000 > (ms * 1.02 + 2_000) * speechRate;
}

/** Calls when nothing was heard for so long. */
function watchOver(
  ms: number,
  onStuck: () => void,
): { readonly heard: () => void; readonly rest: () => void; readonly end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let isQuiet = true;
  let isEnded = false;
  const check = () => {
    isQuiet = true;
    // This process may have been held up: what waits in the pipe is read before the verdict.
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
