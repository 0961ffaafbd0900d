import { once } from "node:events";
import type { LociError } from "../../errors.ts";
import {
  type Program,
  type ProgramExit,
  startProgram,
} from "../../models/programs/start-program.ts";
import type { Speech } from "../../models/synthesize.ts";
import { within } from "../../within.ts";
import { untilAborted } from "../async/read-within.ts";
import type { PlayOptions, PlayResult, Speaker } from "../audio-ports.ts";
import {
  type AudioFailure,
  audioFailure,
  inSeconds,
  reasonOf,
  toProblem,
} from "./audio-failure.ts";
import { Playhead } from "./playhead.ts";

export interface SpeakerOptions {
  /** Name of an ALSA device. */
  readonly device: string;
  /** A monotonic clock (ms). */
  readonly elapsed: () => number;
  /** The program that plays, with the arguments of aplay (the default). */
  readonly program?: string;
  /** Environment of the program (default: this process's). */
  readonly env?: NodeJS.ProcessEnv;
  /** How much longer than expected the device may take no sound before it counts as stuck (ms). */
  readonly stuckMs?: number;
}

/**
 * Creates a speaker that plays through `aplay`, one process for each run of pieces with the same sample rate. What was
 * heard is estimated from the time since playback started, because pipes buffer seconds of sound.
 */
export const createSpeaker = (options: SpeakerOptions): Speaker => ({
  id: options.device,
  play: (pieces, play) => new Playback(options, play).play(pieces),
});

/** aplay's buffer, which must be full before it starts playing (ms). */
const bufferMs = 120;
/** Most sound that pipes can hold, not played yet (bytes). */
const inPipes = 262_144;

/** One process of aplay. */
interface Run {
  readonly rate: number;
  readonly child: Program;
  readonly playhead: Playhead;
  /** Where each piece ends (ms). */
  readonly ends: number[];
  /** Of a sample that is not whole yet. */
  half: Uint8Array;
  isEnding: boolean;
  exit?: ProgramExit & { readonly heardMs: number };
}

/** Plays once. Notices when aplay ends too soon, or takes nothing for longer than the sound lasts that it has. */
class Playback {
  readonly #options: Required<Omit<SpeakerOptions, "env">> & Pick<SpeakerOptions, "env">;
  readonly #signal: AbortSignal;
  readonly #onSound: () => void;
  /** Aborted when it cannot go on. */
  readonly #broken = new AbortController();
  readonly #stop: AbortSignal;
  #run: Run | undefined;
  #hasSounded = false;
  #isStuck = false;
  #heard = 0;
  #heardMs = 0;
  #problem: LociError | undefined;

  constructor(options: SpeakerOptions, { signal, onSound = () => {} }: PlayOptions) {
    this.#options = { program: "aplay", stuckMs: 5_000, ...options };
    this.#signal = signal;
    this.#onSound = onSound;
    this.#stop = AbortSignal.any([signal, this.#broken.signal]);
  }

  async play(pieces: AsyncIterable<Speech>): Promise<PlayResult> {
    try {
      for await (const { rate, pcm } of untilAborted(pieces, this.#stop)) {
        if (this.#run?.rate !== rate) await this.#finish();
        if (this.#stop.aborted) break;
        this.#run ??= this.#start(rate);
        for await (const bytes of untilAborted(pcm, this.#stop))
          await this.#write(this.#run, bytes);
        this.#run.half = new Uint8Array(0); // Half a sample is no sound.
        if (!this.#stop.aborted) this.#run.ends.push(this.#run.playhead.sent);
      }
    } catch (error) {
      if (!this.#signal.aborted) this.#problem = toProblem(error);
    }
    await this.#finish();
    const isInterrupted = this.#signal.aborted;
    const result = { heard: this.#heard, heardMs: this.#heardMs, isInterrupted };
    return this.#problem === undefined ? result : { ...result, problem: this.#problem };
  }

  /** Starts aplay with -v: it prints the device's setup once the device is open. Throws LociError AUDIO_FAILED. */
  #start(rate: number): Run {
    const { program, env, device, elapsed } = this.#options;
    const format = ["-t", "raw", "-f", "S16_LE", "-r", String(rate), "-c", "1"];
    const buffers = [`--buffer-time=${bufferMs * 1_000}`, "--period-time=20000"];
    const args = ["-q", "-v", "-D", device, ...format, ...buffers, "-"];
    const playhead = new Playhead(bufferMs);
    const onLine = (line: string): void => {
      if (/^buffer_size\b/.test(line)) this.#note(playhead, "open");
    };
    let child: Program;
    try {
      child = startProgram({ program, args, env, onLine });
    } catch (cause) {
      throw this.#failure({ reason: "ended", detail: String(cause), cause });
    }
    child.stdout.resume();
    const run: Run = { rate, child, playhead, ends: [], half: new Uint8Array(0), isEnding: false };
    void child.exited.then((exit) => {
      run.exit = { ...exit, heardMs: playhead.at(elapsed()) };
      if (exit.code !== 0 || !run.isEnding) this.#broken.abort();
    });
    return run;
  }

  /** Resolves once there is room for more, or there never will be. */
  async #write(run: Run, bytes: Uint8Array): Promise<void> {
    if (this.#stop.aborted) return;
    const all = run.half.length === 0 ? bytes : Buffer.concat([run.half, bytes]);
    const whole = all.length - (all.length % 2);
    run.half = all.slice(whole);
    const { stdin } = run.child;
    const hasRoom = whole === 0 || stdin.write(all.subarray(0, whole));
    this.#note(run.playhead, (whole / 2 / run.rate) * 1_000);
    if (!hasRoom) await this.#waitFor(run, (signal) => once(stdin, "drain", { signal }));
  }

  /** Resolves once everything was heard, can no longer be heard, or playback is aborted. */
  async #finish(): Promise<void> {
    const run = this.#run;
    this.#run = undefined;
    if (run === undefined) return;
    this.#note(run.playhead, "end");
    run.isEnding = true;
    run.child.stdin.end();
    if (!this.#stop.aborted) await this.#waitFor(run, () => run.child.exited);
    const heardMs = this.#heardOf(run);
    // After an abort it must be silent at once.
    await run.child.stop(this.#signal.aborted ? 60 : 500);
    this.#heard += run.ends.filter((end) => end <= heardMs + 0.5).length;
    this.#heardMs += heardMs;
  }

  #note(playhead: Playhead, what: Parameters<Playhead["note"]>[1]): void {
    playhead.note(this.#options.elapsed(), what);
    if (!playhead.hasBegun || this.#hasSounded) return;
    this.#hasSounded = true;
    this.#onSound();
  }

  async #waitFor({ playhead }: Run, what: (stop: AbortSignal) => Promise<unknown>): Promise<void> {
    const { elapsed, stuckMs } = this.#options;
    const rest = playhead.sent - playhead.at(elapsed());
    const ended = await within(rest + stuckMs, what, this.#stop);
    if (ended.type !== "late") return;
    this.#isStuck = true;
    this.#broken.abort();
  }

  /** What was heard of a run that is over (ms); notes why not all of it. */
  #heardOf({ exit, playhead, rate }: Run): number {
    const { elapsed, stuckMs } = this.#options;
    const heardMs = exit?.heardMs ?? playhead.at(elapsed());
    if (this.#isStuck) {
      this.#problem ??= this.#failure({ reason: "stuck", detail: inSeconds(stuckMs) });
      // A device that hangs may never have played: only what has left the pipes was heard.
      return Math.min(heardMs, Math.max(0, playhead.sent - (inPipes / 2 / rate) * 1_000));
    }
    if (exit === undefined) return heardMs;
    if (!this.#broken.signal.aborted) return exit.code === 0 ? playhead.sent : heardMs;
    this.#problem ??= this.#failure(reasonOf(exit, playhead.hasBegun));
    return heardMs;
  }

  #failure(why: Pick<AudioFailure, "reason" | "detail" | "cause">): LociError {
    const { device, program } = this.#options;
    return audioFailure({ use: "play through", device, program, ...why });
  }
}
