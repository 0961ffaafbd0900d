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
export function createSpeaker(options: SpeakerOptions): Speaker {
  return { id: options.device, play: (pieces, play) => playPieces(options, pieces, play) };
}

async function playPieces(
  options: SpeakerOptions,
  pieces: AsyncIterable<Speech>,
  { signal, onSound = () => {} }: PlayOptions,
): Promise<PlayResult> {
  const broken = new AbortController();
  const stop = AbortSignal.any([signal, broken.signal]);
  const played = { heard: 0, heardMs: 0 };
  let problem: LociError | undefined;
  let run: AplayRun | undefined;
  let hasSounded = false;
  const sound = (): void => {
    if (!hasSounded) onSound();
    hasSounded = true;
  };
  const finish = async (): Promise<void> => {
    const part = await run?.finish();
    run = undefined;
    played.heard += part?.heard ?? 0;
    played.heardMs += part?.heardMs ?? 0;
    problem ??= part?.problem;
  };
  try {
    for await (const { rate, pcm } of untilAborted(pieces, stop)) {
      if (run?.rate !== rate) await finish();
      if (stop.aborted) break;
      run ??= new AplayRun({ ...options, rate, signal, broken, sound });
      for await (const bytes of untilAborted(pcm, stop)) await run.write(bytes);
      if (!stop.aborted) run.endPiece();
    }
  } catch (error) {
    if (!signal.aborted) problem = toProblem(error);
  }
  await finish();
  const result = { ...played, isInterrupted: signal.aborted };
  return problem === undefined ? result : { ...result, problem };
}

interface RunOptions extends SpeakerOptions {
  readonly rate: number;
  /** Aborts playback. */
  readonly signal: AbortSignal;
  /** The run aborts it when it cannot go on. */
  readonly broken: AbortController;
  /** Called when sound goes to the device. */
  readonly sound: () => void;
}

/** aplay's buffer, which must be full before it starts playing (ms). */
const bufferMs = 120;
/** Most sound that pipes can hold, not played yet (bytes). */
const inPipes = 262_144;

/** One process of aplay. Notices when it ends too soon, or takes nothing for longer than the sound lasts that it has. */
class AplayRun {
  readonly rate: number;
  readonly #options: RunOptions;
  readonly #stop: AbortSignal;
  readonly #child: Program;
  readonly #playhead = new Playhead(bufferMs);
  /** Where each piece ends (ms). */
  readonly #ends: number[] = [];
  #half: Uint8Array = new Uint8Array(0);
  #exit: (ProgramExit & { readonly heardMs: number }) | undefined;
  #isEnding = false;
  #isStuck = false;

  /** Throws LociError AUDIO_FAILED if no program can be started. */
  constructor(options: RunOptions) {
    this.rate = options.rate;
    this.#options = options;
    this.#stop = AbortSignal.any([options.signal, options.broken.signal]);
    this.#child = startAplay(options, () => this.#note("open"));
    this.#child.stdout.resume();
    void this.#child.exited.then((exit) => {
      this.#exit = { ...exit, heardMs: this.#playhead.at(options.elapsed()) };
      if (exit.code !== 0 || !this.#isEnding) options.broken.abort();
    });
  }

  /** Resolves once there is room for more, or there never will be. */
  async write(bytes: Uint8Array): Promise<void> {
    if (this.#stop.aborted) return;
    const all = this.#half.length === 0 ? bytes : Buffer.concat([this.#half, bytes]);
    const whole = all.length - (all.length % 2);
    this.#half = all.slice(whole);
    const { stdin } = this.#child;
    const hasRoom = whole === 0 || stdin.write(all.subarray(0, whole));
    this.#note((whole / 2 / this.rate) * 1_000);
    if (!hasRoom) await this.#waitFor((signal) => once(stdin, "drain", { signal }));
  }

  endPiece(): void {
    this.#half = new Uint8Array(0); // Half a sample is no sound.
    this.#ends.push(this.#playhead.sent);
  }

  /** Resolves once everything was heard, can no longer be heard, or playback is aborted. */
  async finish(): Promise<Omit<PlayResult, "isInterrupted">> {
    this.#note("end");
    this.#isEnding = true;
    this.#child.stdin.end();
    if (!this.#stop.aborted) await this.#waitFor(() => this.#child.exited);
    const result = this.#result();
    // After an abort it must be silent at once.
    await this.#child.stop(this.#options.signal.aborted ? 60 : 500);
    return { ...result, heard: this.#ends.filter((end) => end <= result.heardMs + 0.5).length };
  }

  #note(what: Parameters<Playhead["note"]>[1]): void {
    this.#playhead.note(this.#options.elapsed(), what);
    if (this.#playhead.hasBegun) this.#options.sound();
  }

  async #waitFor(what: (stop: AbortSignal) => Promise<unknown>): Promise<void> {
    const { elapsed, broken, stuckMs = 5_000 } = this.#options;
    const { sent } = this.#playhead;
    const ended = await within(sent - this.#playhead.at(elapsed()) + stuckMs, what, this.#stop);
    if (ended.type !== "late") return;
    this.#isStuck = true;
    broken.abort();
  }

  #result(): Pick<PlayResult, "heardMs" | "problem"> {
    const { elapsed, stuckMs = 5_000, broken } = this.#options;
    const exit = this.#exit;
    const { sent } = this.#playhead;
    const heardMs = exit?.heardMs ?? this.#playhead.at(elapsed());
    if (this.#isStuck) {
      // A device that hangs may never have played: only what has left the pipes was heard.
      const most = Math.max(0, sent - (inPipes / 2 / this.rate) * 1_000);
      const problem = this.#failure({ reason: "stuck", detail: inSeconds(stuckMs) });
      return { heardMs: Math.min(heardMs, most), problem };
    }
    if (exit === undefined) return { heardMs };
    if (!broken.signal.aborted) return { heardMs: exit.code === 0 ? sent : heardMs };
    return { heardMs, problem: this.#failure(reasonOf(exit, this.#playhead.hasBegun)) };
  }

  #failure(why: Pick<AudioFailure, "reason" | "detail" | "cause">): LociError {
    const { device, program = "aplay" } = this.#options;
    return audioFailure({ use: "play through", device, program, ...why });
  }
}

/** Starts aplay with -v: it prints the device's setup once the device is open. */
function startAplay(
  { device, rate, program = "aplay", env }: RunOptions,
  onOpen: () => void,
): Program {
  const format = ["-t", "raw", "-f", "S16_LE", "-r", String(rate), "-c", "1"];
  const buffers = [`--buffer-time=${bufferMs * 1_000}`, "--period-time=20000"];
  const args = ["-q", "-v", "-D", device, ...format, ...buffers, "-"];
  const onLine = (line: string): void => {
    if (/^buffer_size\b/.test(line)) onOpen();
  };
  try {
    return startProgram({ program, args, env, onLine });
  } catch (cause) {
    const why = { reason: "ended", detail: String(cause), cause } as const;
    throw audioFailure({ use: "play through", device, program, ...why });
  }
}
