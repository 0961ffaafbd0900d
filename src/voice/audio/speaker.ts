import type { Writable } from "node:stream";
import type { LociError } from "../../errors.ts";
import {
  type Program,
  type ProgramExit,
  startProgram,
} from "../../models/programs/start-program.ts";
import { settlesInTime } from "../async/timeout.ts";
import type { Speaker } from "../audio-ports.ts";
import { audioFailure, inSeconds, reasonOf } from "./audio-failure.ts";
import { type PlayRun, playPieces, type RunOptions, type RunResult } from "./play-pieces.ts";
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
  const { device, elapsed, program = "aplay", env, stuckMs = 5_000 } = options;
  return {
    id: device,
    play: (pieces, play) =>
      playPieces(pieces, play, (run) =>
        startAplayRun({ ...run, device, elapsed, program, env, stuckMs }),
      ),
  };
}

interface AplayRunOptions extends RunOptions {
  readonly device: string;
  readonly program: string;
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly elapsed: () => number;
  /** As in `SpeakerOptions`. */
  readonly stuckMs: number;
}

/** aplay's buffer, which must be full before it starts playing (ms). */
const bufferMs = 120;
/** Most sound that pipes can hold, not played yet (bytes). */
const inPipes = 262_144;

/** Starts `aplay` for one run. Throws LociError AUDIO_FAILED if no program can be started. */
function startAplayRun(options: AplayRunOptions): PlayRun {
  const { rate, elapsed, signal, broken, onSound } = options;
  const playhead = createPlayhead(bufferMs);
  const reportSound = () => {
    if (playhead.hasBegun(elapsed())) onSound();
  };
  const child = startPlayer(options, () => {
    playhead.open(elapsed());
    reportSound();
  });
  const end = watchEnd(child, options, playhead);
  const writer = createPcmWriter(child.stdin);
  const pieces: number[] = [];

  return {
    rate,
    write: async (bytes) => {
      if (signal.aborted || broken.signal.aborted) return;
      const { sent, room } = writer.write(bytes);
      playhead.send((sent / rate) * 1000, elapsed());
      reportSound();
      if (room !== undefined) await end.waitFor(room);
    },
    endPiece: () => {
      writer.endPiece();
      pieces.push(playhead.sent());
    },
    finish: async () => {
      playhead.end(elapsed());
      reportSound();
      child.stdin.end();
      await end.waitForExit();
      const heardMs = end.heardMs();
      const problem = end.problem();
      // After an abort it must be silent at once.
      await child.stop(signal.aborted ? 60 : 500);
      const heard = pieces.filter((endsAt) => endsAt <= heardMs + 0.5).length;
      return { heard, heardMs, problem } satisfies RunResult;
    },
  };
}

/** Starts aplay with -v: it prints the device's setup once the device is open. */
function startPlayer(options: AplayRunOptions, onOpen: () => void): Program {
  const { device, rate, program, env } = options;
  const format = ["-t", "raw", "-f", "S16_LE", "-r", String(rate), "-c", "1"];
  const buffers = [`--buffer-time=${bufferMs * 1000}`, "--period-time=20000"];
  const args = ["-q", "-v", "-D", device, ...format, ...buffers, "-"];
  const onLine = (line: string) => {
    if (/^buffer_size\b/.test(line)) onOpen();
  };
  try {
    const child = startProgram({ program, args, env, onLine });
    child.stdout.resume();
    return child;
  } catch (cause) {
    throw failureOf(options, { reason: "ended", detail: String(cause), cause });
  }
}

interface RunEnd {
  /** Waits for room, or for the program's end; gives up as stuck if neither comes in time. */
  waitFor(room: Promise<void>): Promise<void>;
  /** Waits for the program's end, after everything was written; gives up likewise. */
  waitForExit(): Promise<void>;
  heardMs(): number;
  problem(): LociError | undefined;
}

function watchEnd(child: Program, options: AplayRunOptions, playhead: Playhead): RunEnd {
  const { rate, elapsed, stuckMs, signal, broken } = options;
  const stop = AbortSignal.any([signal, broken.signal]);
  let exit: ProgramExit | undefined;
  let heardAtExit: number | undefined;
  let isEnding = false;
  let isStuck = false;
  const exited = child.exited.then((how) => {
    exit = how;
    heardAtExit = playhead.at(elapsed());
    if (how.code !== 0 || !isEnding) broken.abort();
  });
  const waitFor = async (what: Promise<unknown>) => {
    const limit = playhead.sent() - playhead.at(elapsed()) + stuckMs;
    if ((await settlesInTime(what, limit, stop)) || stop.aborted) return;
    isStuck = true;
    broken.abort();
  };
  return {
    waitFor,
    waitForExit: async () => {
      isEnding = true;
      if (!stop.aborted) await waitFor(exited);
    },
    heardMs: () => {
      if (exit?.code === 0 && !broken.signal.aborted) return playhead.sent();
      const heard = heardAtExit ?? playhead.at(elapsed());
      // A device that hangs may never have played: only what has left the pipes was heard.
      return isStuck
        ? Math.max(0, Math.min(heard, playhead.sent() - (inPipes / 2 / rate) * 1000))
        : heard;
    },
    problem: () => {
      if (isStuck) return failureOf(options, { reason: "stuck", detail: inSeconds(stuckMs) });
      if (exit === undefined || !broken.signal.aborted) return undefined;
      const why = reasonOf(exit, playhead.hasBegun(elapsed()));
      return failureOf(options, { ...why, cause: exit.cause });
    },
  };
}

function failureOf(
  { device, program }: AplayRunOptions,
  why: Pick<Parameters<typeof audioFailure>[0], "reason" | "detail" | "cause">,
): LociError {
  return audioFailure({ use: "play through", device, program, ...why });
}

interface PcmWriter {
  /** Returns the number of samples written, and if the pipe is full, a promise of room. */
  write(bytes: Uint8Array): { readonly sent: number; readonly room?: Promise<void> };
  /** Drops an incomplete last sample. */
  endPiece(): void;
}

function createPcmWriter(stdin: Writable): PcmWriter {
  let half: Uint8Array = new Uint8Array(0);
  return {
    write: (bytes) => {
      const all = half.length === 0 ? bytes : Buffer.concat([half, bytes]);
      const whole = all.length - (all.length % 2);
      half = all.slice(whole);
      if (whole === 0 || stdin.write(all.subarray(0, whole))) return { sent: whole / 2 };
      const room = new Promise<void>((resolve) => stdin.once("drain", resolve));
      return { sent: whole / 2, room };
    },
    endPiece: () => {
      half = new Uint8Array(0);
    },
  };
}
