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
import { type AudioDevice, failureOf, stuckFailure, toProblem } from "./audio-failure.ts";
import { Playhead } from "./playhead.ts";

export interface SpeakerOptions {
  /** Name of an ALSA device. */
  readonly device: string;
  /** A monotonic clock (ms). */
  readonly elapsed: () => number;
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

/** One process of aplay. */
interface Run {
  readonly rate: number;
  readonly child: Program;
  readonly playhead: Playhead;
  /** Where each piece ends (ms). */
  readonly ends: number[];
  isEnding: boolean;
  exit?: ProgramExit & { readonly heardMs: number };
}

/** Plays once. Notices when aplay ends too soon, or takes nothing for longer than the sound lasts that it has. */
class Playback {
  readonly #elapsed: SpeakerOptions["elapsed"];
  readonly #speaker: AudioDevice;
  readonly #stuckMs: number;
  readonly #signal: AbortSignal;
  readonly #onSound: () => void;
  /** Aborted when it cannot go on. */
  readonly #broken = new AbortController();
  readonly #stop: AbortSignal;
  readonly #result: { heard: number; heardMs: number; problem?: LociError } = {
    heard: 0,
    heardMs: 0,
  };
  #run: Run | undefined;
  #hasSounded = false;

  constructor(options: SpeakerOptions, { signal, onSound = () => {} }: PlayOptions) {
    const { device, elapsed, stuckMs = 5_000 } = options;
    this.#elapsed = elapsed;
    this.#speaker = { use: "play through the speaker", device, program: "aplay" };
    this.#stuckMs = stuckMs;
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
        await this.#write(this.#run, pcm);
      }
    } catch (error) {
      // What came before is played to its end.
      if (!this.#signal.aborted) this.#result.problem ??= toProblem(error);
    }
    await this.#finish();
    return { ...this.#result, isInterrupted: this.#signal.aborted };
  }

  /** Starts aplay with -v: it prints the device's setup once the device is open. */
  #start(rate: number): Run {
    const { device, program } = this.#speaker;
    const format = ["-t", "raw", "-f", "S16_LE", "-r", String(rate), "-c", "1"];
    const buffers = [`--buffer-time=${bufferMs * 1_000}`, "--period-time=20000"];
    const args = ["-q", "-v", "-D", device, ...format, ...buffers, "-"];
    const playhead = new Playhead(bufferMs);
    const onLine = (line: string): void => {
      if (/^buffer_size\b/.test(line)) this.#note(playhead, "open");
    };
    const child = startProgram({ program, args, onLine });
    child.stdout.resume();
    const run: Run = { rate, child, playhead, ends: [], isEnding: false };
    void child.exited.then((exit) => {
      run.exit = { ...exit, heardMs: playhead.at(this.#elapsed()) };
      const isTooSoon = exit.code !== 0 || !run.isEnding;
      if (isTooSoon && !this.#stop.aborted) this.#fail(failureOf(this.#speaker, exit));
    });
    return run;
  }

  /** Resolves once there is room for more, or there never will be. */
  async #write(run: Run, pcm: AsyncIterable<Uint8Array>): Promise<void> {
    const { stdin } = run.child;
    const send = async (bytes: Uint8Array): Promise<void> => {
      const hasRoom = stdin.write(bytes);
      this.#note(run.playhead, (bytes.length / 2 / run.rate) * 1_000);
      if (!hasRoom) await this.#waitFor(run, (signal) => once(stdin, "drain", { signal }));
    };
    let size = 0;
    for await (const bytes of untilAborted(pcm, this.#stop)) {
      size += bytes.length;
      await send(bytes);
    }
    if (size % 2 === 1) await send(new Uint8Array(1)); // Half a sample would shift what follows.
    if (!this.#stop.aborted) run.ends.push(run.playhead.sent);
  }

  /** Resolves once everything was heard, can no longer be heard, or playback is aborted. */
  async #finish(): Promise<void> {
    const run = this.#run;
    this.#run = undefined;
    if (run === undefined) return;
    const { child, playhead, ends } = run;
    this.#note(playhead, "end");
    run.isEnding = true;
    child.stdin.end();
    if (!this.#stop.aborted) await this.#waitFor(run, () => child.exited);
    const heardMs = this.#heardOf(run);
    // After an abort it must be silent at once.
    await child.stop(this.#signal.aborted ? 60 : 500);
    this.#result.heard += ends.filter((end) => end <= heardMs + 0.5).length;
    this.#result.heardMs += heardMs;
  }

  async #waitFor({ playhead }: Run, what: (stop: AbortSignal) => Promise<unknown>): Promise<void> {
    const rest = playhead.sent - playhead.at(this.#elapsed());
    const ended = await within(rest + this.#stuckMs, what, this.#stop);
    if (ended.type === "late") this.#fail(stuckFailure(this.#speaker, this.#stuckMs));
  }

  #fail(problem: LociError): void {
    this.#result.problem ??= problem;
    this.#broken.abort();
  }

  /** How much of a run that is over was heard (ms); of a device that hangs, nothing. */
  #heardOf({ exit, playhead }: Run): number {
    const isBroken = this.#broken.signal.aborted;
    if (exit === undefined) return isBroken ? 0 : playhead.at(this.#elapsed());
    return exit.code === 0 && !isBroken ? playhead.sent : exit.heardMs;
  }

  #note(playhead: Playhead, what: Parameters<Playhead["note"]>[1]): void {
    playhead.note(this.#elapsed(), what);
    if (!playhead.hasBegun || this.#hasSounded) return;
    this.#hasSounded = true;
    this.#onSound();
  }
}
