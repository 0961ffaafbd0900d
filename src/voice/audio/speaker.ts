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
import { createPlayhead, type Playhead } from "./playhead.ts";

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
  let played: Omit<PlayResult, "isInterrupted"> = { heard: 0, heardMs: 0 };
  let hasSounded = false;
  const sound = (): void => {
    if (!hasSounded) onSound();
    hasSounded = true;
  };
  let run: AplayRun | undefined;
  const finish = async (): Promise<void> => {
    const last = run;
    run = undefined;
    if (last !== undefined) played = add(played, await last.finish());
  };
  try {
    for await (const { rate, pcm } of untilAborted(pieces, stop)) {
      if (run?.rate !== rate) await finish();
      if (stop.aborted) break;
      run ??= startRun({ ...options, rate, signal, broken, sound });
      for await (const bytes of untilAborted(pcm, stop)) await run.write(bytes);
      if (!stop.aborted) run.endPiece();
    }
  } catch (error) {
    if (!signal.aborted) played = { problem: toProblem(error), ...played };
  }
  await finish();
  return { ...played, isInterrupted: signal.aborted };
}

/** The first problem stands. */
const add = (
  played: Omit<PlayResult, "isInterrupted">,
  run: Omit<PlayResult, "isInterrupted">,
) => ({
  ...run,
  ...played,
  heard: played.heard + run.heard,
  heardMs: played.heardMs + run.heardMs,
});

interface RunOptions extends SpeakerOptions {
  readonly rate: number;
  /** Aborts playback. */
  readonly signal: AbortSignal;
  /** The run aborts it when it cannot go on. */
  readonly broken: AbortController;
  /** Called when sound goes to the device. */
  readonly sound: () => void;
}

/** One process of aplay. */
interface AplayRun {
  readonly rate: number;
  /** Resolves once there is room for more, or there never will be. */
  write(bytes: Uint8Array): Promise<void>;
  endPiece(): void;
  /** Resolves once everything was heard, can no longer be heard, or playback is aborted. */
  finish(): Promise<Omit<PlayResult, "isInterrupted">>;
}

/** aplay's buffer, which must be full before it starts playing (ms). */
const bufferMs = 120;

/** Starts `aplay`. Throws LociError AUDIO_FAILED if no program can be started. */
function startRun(options: RunOptions): AplayRun {
  const { rate, elapsed, signal, broken, sound } = options;
  const playhead = createPlayhead(bufferMs);
  const reportSound = (): void => {
    if (playhead.hasBegun(elapsed())) sound();
  };
  const child = startAplay(options, () => {
    playhead.open(elapsed());
    reportSound();
  });
  const end = watchEnd(child, options, playhead);
  const pieceEnds: number[] = [];
  let half: Uint8Array = new Uint8Array(0);
  return {
    rate,
    async write(bytes) {
      if (signal.aborted || broken.signal.aborted) return;
      const all = half.length === 0 ? bytes : Buffer.concat([half, bytes]);
      const whole = all.length - (all.length % 2);
      half = all.slice(whole);
      const hasRoom = whole === 0 || child.stdin.write(all.subarray(0, whole));
      playhead.send((whole / 2 / rate) * 1_000, elapsed());
      reportSound();
      if (!hasRoom) await end.waitFor((stop) => once(child.stdin, "drain", { signal: stop }));
    },
    endPiece() {
      half = new Uint8Array(0); // Half a sample is no sound.
      pieceEnds.push(playhead.sent());
    },
    async finish() {
      playhead.end(elapsed());
      reportSound();
      child.stdin.end();
      await end.waitForExit();
      const { heardMs, problem } = end.result();
      // After an abort it must be silent at once.
      await child.stop(signal.aborted ? 60 : 500);
      const heard = pieceEnds.filter((endsAt) => endsAt <= heardMs + 0.5).length;
      return { heard, heardMs, ...(problem === undefined ? {} : { problem }) };
    },
  };
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
    const child = startProgram({ program, args, env, onLine });
    child.stdout.resume();
    return child;
  } catch (cause) {
    const why = { reason: "ended", detail: String(cause), cause } as const;
    throw audioFailure({ use: "play through", device, program, ...why });
  }
}

/** Most sound that pipes can hold, not played yet (bytes). */
const inPipes = 262_144;

/** Notices when aplay ends too soon, or takes nothing for longer than the sound lasts that it has. */
function watchEnd(child: Program, options: RunOptions, playhead: Playhead) {
  const { rate, device, program = "aplay", elapsed, stuckMs = 5_000, signal, broken } = options;
  const stop = AbortSignal.any([signal, broken.signal]);
  let exit: (ProgramExit & { readonly heardMs: number }) | undefined;
  let isEnding = false;
  let isStuck = false;
  const exited = child.exited.then((how) => {
    exit = { ...how, heardMs: playhead.at(elapsed()) };
    if (how.code !== 0 || !isEnding) broken.abort();
  });
  const waitFor = async (what: (stop: AbortSignal) => Promise<unknown>): Promise<void> => {
    const ended = await within(playhead.sent() - playhead.at(elapsed()) + stuckMs, what, stop);
    if (ended.type !== "late") return;
    isStuck = true;
    broken.abort();
  };
  const failed = (why: Pick<AudioFailure, "reason" | "detail" | "cause">): LociError =>
    audioFailure({ use: "play through", device, program, ...why });
  return {
    waitFor,
    async waitForExit() {
      isEnding = true;
      if (!stop.aborted) await waitFor(() => exited);
    },
    result(): { readonly heardMs: number; readonly problem?: LociError } {
      const heardMs = exit?.heardMs ?? playhead.at(elapsed());
      if (isStuck) {
        // A device that hangs may never have played: only what has left the pipes was heard.
        const most = playhead.sent() - (inPipes / 2 / rate) * 1_000;
        const problem = failed({ reason: "stuck", detail: inSeconds(stuckMs) });
        return { heardMs: Math.max(0, Math.min(heardMs, most)), problem };
      }
      if (exit === undefined) return { heardMs };
      if (!broken.signal.aborted) return { heardMs: exit.code === 0 ? playhead.sent() : heardMs };
      const why = reasonOf(exit, playhead.hasBegun(elapsed()));
      return { heardMs, problem: failed({ ...why, cause: exit.cause }) };
    },
  };
}
