import { setTimeout as sleep } from "node:timers/promises";
import { type Program, startProgram } from "../../models/programs/start-program.ts";
import { speechRate } from "../../models/transcribe.ts";
import { within } from "../../within.ts";
import {
  frameSamples,
  type MicrophoneTrouble,
  type Recorder,
  type RecorderEvent,
} from "../audio-ports.ts";
import { type AudioFailure, audioFailure, inSeconds, reasonOf } from "./audio-failure.ts";
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

/** Creates a microphone that records through `arecord`, restarted with growing pauses whenever it ends or hangs. */
export function createMicrophone(options: MicrophoneOptions): Recorder {
  return { id: options.device, record: (signal) => record(options, signal) };
}

type CaptureFailure = Pick<AudioFailure, "reason" | "detail" | "cause">;

async function* record(
  options: MicrophoneOptions,
  signal: AbortSignal,
): AsyncGenerator<RecorderEvent> {
  const { device, elapsed, program = "arecord" } = options;
  const limits: MicrophoneLimits = {
    stuckMs: 3_000,
    silentMs: 30_000,
    pauseMs: [500, 10_000],
    ...options.limits,
  };
  const capture = new Capture({ device, program, elapsed, silentMs: limits.silentMs });
  const [first, longest] = limits.pauseMs;
  let pause = first;
  while (!signal.aborted) {
    const since = elapsed();
    const failure = yield* recordOnce({ ...options, program, limits, capture }, signal);
    if (signal.aborted) return;
    yield* capture.fail(failure);
    // It worked for a while, so this is a new failure: begin with the short pause again.
    if (elapsed() - since > longest + limits.stuckMs) pause = first;
    await sleep(pause, undefined, { signal }).catch(() => {}); // Called off.
    pause = Math.min(pause * 2, longest);
  }
}

interface Recording extends MicrophoneOptions {
  readonly program: string;
  readonly limits: MicrophoneLimits;
  readonly capture: Capture;
}

/** Runs the program once, and returns why it ended. A reader that is slow lets the pipe fill, and then loses sound. */
async function* recordOnce(
  { program, env, device, limits, capture }: Recording,
  signal: AbortSignal,
): AsyncGenerator<RecorderEvent, CaptureFailure> {
  let child: Program;
  try {
    child = startProgram({ program, args: argumentsFor(device), env });
  } catch (cause) {
    return { reason: "ended", detail: String(cause), cause };
  }
  child.stdin.end();
  const cut = createFrameCutter(frameSamples);
  const chunks: AsyncIterator<Buffer> = child.stdout[Symbol.asyncIterator]();
  let hasStarted = false;
  try {
    for (;;) {
      const next = chunks.next();
      let read = await within(limits.stuckMs, () => next, signal);
      // This process itself may have been held up, so read what is in the pipe first.
      if (read.type === "late") read = await within(20, () => next, signal);
      if (read.type === "late") return { reason: "stuck", detail: inSeconds(limits.stuckMs) };
      if (read.type !== "done" || read.value.done === true) break;
      hasStarted = true;
      for (const pcm of cut(read.value.value)) yield* capture.hear(pcm);
    }
    const exit = await within(1_000, () => child.exited, signal);
    if (exit.type !== "done") return { reason: "ended" };
    return { ...reasonOf(exit.value, hasStarted), cause: exit.value.cause };
  } finally {
    await child.stop(500);
  }
}

/** Raw, because arecord ends a WAV at 2 GiB. */
function argumentsFor(device: string): readonly string[] {
  const format = ["-t", "raw", "-f", "S16_LE", "-r", String(speechRate), "-c", "1"];
  const buffers = [`--period-size=${frameSamples}`, `--buffer-size=${frameSamples * 10}`];
  return ["-q", "-D", device, ...format, ...buffers];
}

interface CaptureOptions {
  readonly device: string;
  readonly program: string;
  readonly elapsed: () => number;
  readonly silentMs: number;
}

/** Numbers a microphone's samples across restarts, and reports each failure once until it ends. */
class Capture {
  readonly #options: CaptureOptions;
  #next = 0;
  #reported: MicrophoneTrouble | undefined;
  #heardAt: number;
  #isFailing = false;
  #zeros = { since: 0, frames: 0 };

  constructor(options: CaptureOptions) {
    this.#options = options;
    this.#heardAt = options.elapsed();
  }

  /** Takes a frame. After a gap the sample numbers skip ahead by the time it took. */
  *hear(pcm: Int16Array): Generator<RecorderEvent> {
    const now = this.#options.elapsed();
    const isMute = pcm.every((sample) => sample === 0);
    if (this.#isFailing && this.#next > 0)
      this.#next += framesIn(now - this.#heardAt) * frameSamples;
    if (!isMute || this.#isFailing) {
      this.#zeros = { since: now, frames: 0 };
      if (this.#reported !== undefined) yield { type: "mended" };
      this.#reported = undefined;
    }
    this.#isFailing = false;
    this.#heardAt = now;
    yield { type: "frame", frame: { pcm, sample: this.#next } };
    this.#next += frameSamples;
    if (isMute) yield* this.#hearZeros(now);
  }

  /** No more sound comes, and why. */
  *fail(failure: CaptureFailure): Generator<RecorderEvent> {
    this.#isFailing = true;
    yield* this.#report(codeOf(failure), failure);
  }

  /** In time and in frames: a file that is read faster than real time is not silent for long. */
  *#hearZeros(now: number): Generator<RecorderEvent> {
    const { silentMs } = this.#options;
    if (this.#zeros.frames === 0) this.#zeros.since = now;
    this.#zeros.frames++;
    if (now - this.#zeros.since < silentMs || this.#zeros.frames < framesIn(silentMs)) return;
    yield* this.#report("silent", { reason: "silent", detail: inSeconds(silentMs) });
  }

  *#report(code: MicrophoneTrouble, failure: CaptureFailure): Generator<RecorderEvent> {
    if (this.#reported === code) return;
    this.#reported = code;
    const { device, program } = this.#options;
    const error = audioFailure({ use: "listen to", device, program, ...failure });
    yield { type: "trouble", code, error };
  }
}

const codeOf = ({ reason }: CaptureFailure): MicrophoneTrouble =>
  reason === "busy" || reason === "stuck" ? reason : "gone";

const framesIn = (ms: number): number =>
  Math.max(0, Math.round((ms * speechRate) / 1_000 / frameSamples));
