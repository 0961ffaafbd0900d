import { setTimeout as sleep } from "node:timers/promises";
import { type Program, startProgram } from "../../models/programs/start-program.ts";
import { speechRate } from "../../models/transcribe.ts";
import { within } from "../../within.ts";
import {
  frameSamples,
  type MicrophoneTrouble,
  msToSamples,
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
  /** Shortest and longest pause before a restart. */
  readonly pauseMs: readonly [number, number];
}

const usualLimits: MicrophoneLimits = { stuckMs: 3_000, pauseMs: [500, 10_000] };

/** Creates a microphone that records through `arecord`, restarted with growing pauses whenever it ends or hangs. */
export const createMicrophone = (options: MicrophoneOptions): Recorder => ({
  id: options.device,
  record: (signal) => new Recording(options).events(signal),
});

type RecordingEnd = Pick<AudioFailure, "reason" | "detail" | "cause">;

/** Numbers a microphone's samples across restarts, and reports each failure once until it ends. */
class Recording {
  readonly #options: MicrophoneOptions & { readonly program: string };
  readonly #limits: MicrophoneLimits;
  #next = 0;
  #reported: MicrophoneTrouble | undefined;
  #heardAt: number;
  /** No frame has come from the program that runs now. */
  #isFresh = true;

  constructor(options: MicrophoneOptions) {
    this.#options = { program: "arecord", ...options };
    this.#limits = { ...usualLimits, ...options.limits };
    this.#heardAt = options.elapsed();
  }

  async *events(signal: AbortSignal): AsyncGenerator<RecorderEvent> {
    const [first, longest] = this.#limits.pauseMs;
    let pause = first;
    while (!signal.aborted) {
      this.#isFresh = true;
      const since = this.#options.elapsed();
      const failure = yield* this.#runOnce(signal);
      if (signal.aborted) return;
      const { reason } = failure;
      const code = reason === "busy" || reason === "stuck" ? reason : "gone";
      if (code !== this.#reported) {
        const { device, program } = this.#options;
        const error = audioFailure({ use: "listen to", device, program, ...failure });
        yield { type: "trouble", code, error };
      }
      this.#reported = code;
      // It worked for a while, so this is a new failure.
      if (this.#options.elapsed() - since > longest + this.#limits.stuckMs) pause = first;
      await sleep(pause, undefined, { signal }).catch(() => {}); // Called off.
      pause = Math.min(pause * 2, longest);
    }
  }

  /** Runs the program once, and returns why it ended. A reader that is slow lets the pipe fill, and then loses sound. */
  async *#runOnce(signal: AbortSignal): AsyncGenerator<RecorderEvent, RecordingEnd> {
    const { program, env, device } = this.#options;
    const { stuckMs } = this.#limits;
    let child: Program;
    try {
      child = startProgram({ program, args: argumentsFor(device), env });
    } catch (cause) {
      return { reason: "ended", detail: String(cause), cause };
    }
    child.stdin.end();
    const cut = createFrameCutter(frameSamples);
    const chunks: AsyncIterator<Buffer> = child.stdout[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = chunks.next();
        let read = await within(stuckMs, () => next, signal);
        // This process itself may have been held up, so read what is in the pipe first.
        if (read.type === "late") read = await within(20, () => next, signal);
        if (read.type === "late") return { reason: "stuck", detail: inSeconds(stuckMs) };
        if (read.type !== "done" || read.value.done === true) break;
        for (const pcm of cut(read.value.value)) yield* this.#hear(pcm);
      }
      const exit = await within(1_000, () => child.exited, signal);
      return exit.type === "done" ? reasonOf(exit.value, !this.#isFresh) : { reason: "ended" };
    } finally {
      await child.stop(500);
    }
  }

  /** Takes a frame. After a restart the sample numbers skip ahead by the time it took. */
  *#hear(pcm: Int16Array): Generator<RecorderEvent> {
    const now = this.#options.elapsed();
    if (this.#isFresh && this.#next > 0) {
      const gap = msToSamples(Math.max(0, now - this.#heardAt));
      this.#next += gap - (gap % frameSamples);
    }
    if (this.#isFresh && this.#reported !== undefined) yield { type: "mended" };
    this.#reported = undefined;
    this.#isFresh = false;
    this.#heardAt = now;
    yield { type: "frame", frame: { pcm, sample: this.#next } };
    this.#next += frameSamples;
  }
}

/** Raw, because arecord ends a WAV at 2 GiB. */
function argumentsFor(device: string): readonly string[] {
  const format = ["-t", "raw", "-f", "S16_LE", "-r", String(speechRate), "-c", "1"];
  const buffers = [`--period-size=${frameSamples}`, `--buffer-size=${frameSamples * 10}`];
  return ["-q", "-D", device, ...format, ...buffers];
}
