import type { Writable } from "node:stream";
import type { LociError } from "../../errors.ts";
import {
  type Program,
  type ProgramExit,
  startProgram,
} from "../../models/programs/start-program.ts";
import type { Speaker } from "../audio-ports.ts";
import { isSettled } from "../waiting/settle-within.ts";
import { audioFailure, inSeconds, reasonOf } from "./audio-failure.ts";
import { type PlayRun, playPieces, type RunOptions, type RunResult } from "./play-pieces.ts";
import { createPlayhead, type Playhead } from "./playhead.ts";

export interface SpeakerOptions {
  /** Name of an ALSA device. */
  readonly device: string;
  /** Milliseconds by a clock that no adjustment moves. */
  readonly elapsed: () => number;
  /** What plays; it is called as aplay is. */
  readonly program?: string;
  /** Environment of that program; left out, that of this process. */
  readonly env?: NodeJS.ProcessEnv;
  /** A device that takes no sound for so much longer than it should is given up. */
  readonly stuckMs?: number;
}

/**
 * A mouth through `aplay`: one for each run of pieces of the same rate. What was heard is counted by time since the
 * first sound, for pipes hold seconds of it.
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
  /** So much longer than the sound itself takes nothing may happen. */
  readonly stuckMs: number;
}

/** The player's own buffer, which must be full before it sounds. */
const bufferMs = 120;
/** Sound that may lie in pipes, unplayed (bytes). */
const inPipes = 262_144;

/** Starts `aplay`, which plays what is written. Throws LociError AUDIO_FAILED where no program can be started. */
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
      // What was called off must be silent at once.
      await child.stop(signal.aborted ? 60 : 500);
      const heard = pieces.filter((endsAt) => endsAt <= heardMs + 0.5).length;
      return { heard, heardMs, problem } satisfies RunResult;
    },
  };
}

/** With -v it says how the device was set up, as soon as that is open. */
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
  /** Waits for room, or its end; marks it as broken where neither comes. */
  waitFor(room: Promise<void>): Promise<void>;
  /** The same for its end, now that all is written. */
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
    if ((await isSettled(what, limit, stop)) || stop.aborted) return;
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
      // A device that hangs may have opened and never sounded: only what is in no pipe any more was played.
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
  /** Samples that went out; where the pipe is full, a promise of room. */
  write(bytes: Uint8Array): { readonly sent: number; readonly room?: Promise<void> };
  /** A byte that is left of a sample belongs to nothing. */
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
