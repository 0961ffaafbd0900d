import { LociError, messageOf } from "../../errors.ts";
import type { Speech } from "../../models/synthesize.ts";
import { untilAborted } from "../async/timeout.ts";
import type { PlayOptions, PlayResult } from "../audio-ports.ts";

/** A run of pieces with the same sample rate, being played. */
export interface PlayRun {
  readonly rate: number;
  /** Resolves once there is room for more, or at once if there never will be. */
  write(bytes: Uint8Array): Promise<void>;
  /** Called after the last bytes of a piece. May throw LociError. */
  endPiece(): void;
  /** Resolves once everything was heard, can no longer be heard, or playback is aborted. May throw LociError. */
  finish(): Promise<RunResult>;
}

export interface RunResult {
  /** Pieces that were heard to their end. */
  readonly heard: number;
  readonly heardMs: number;
  readonly problem?: LociError | undefined;
}

export interface RunOptions {
  readonly rate: number;
  /** Aborts playback. */
  readonly signal: AbortSignal;
  /** The run aborts it when it cannot go on. */
  readonly broken: AbortController;
  /** Call it when sound goes to the device. */
  readonly onSound: () => void;
}

/** Plays pieces in runs of the same sample rate. Never rejects. */
export async function playPieces(
  pieces: AsyncIterable<Speech>,
  { signal, onSound }: PlayOptions,
  startRun: (options: RunOptions) => PlayRun,
): Promise<PlayResult> {
  const broken = new AbortController();
  const stop = AbortSignal.any([signal, broken.signal]);
  const notify = once(onSound);
  let played: PlayResult = { heard: 0, heardMs: 0, isInterrupted: false };
  let run: PlayRun | undefined;
  const fail = (error: unknown) => {
    if (!signal.aborted) played = { ...played, problem: played.problem ?? toProblem(error) };
  };
  const finish = async () => {
    const last = run;
    run = undefined;
    if (last !== undefined) played = add(played, await last.finish());
  };

  try {
    for await (const piece of untilAborted(pieces, stop)) {
      if (run?.rate !== piece.rate) await finish();
      if (stop.aborted) break;
      run ??= startRun({ rate: piece.rate, signal, broken, onSound: notify });
      for await (const bytes of untilAborted(piece.pcm, stop)) await run.write(bytes);
      if (!stop.aborted) run.endPiece();
    }
  } catch (error) {
    fail(error);
  }
  await finish().catch(fail);
  return { ...played, isInterrupted: signal.aborted };
}

function add(
  played: PlayResult,
  { heard, heardMs, problem = played.problem }: RunResult,
): PlayResult {
  return {
    ...played,
    heard: played.heard + heard,
    heardMs: played.heardMs + heardMs,
    ...(problem === undefined ? {} : { problem: played.problem ?? problem }),
  };
}

function toProblem(error: unknown): LociError {
  if (error instanceof LociError) return error;
  return new LociError("AUDIO_FAILED", `Cannot play a reply: ${messageOf(error)}`, {
    cause: error,
  });
}

function once(call: (() => void) | undefined): () => void {
  let isCalled = false;
  return () => {
    if (isCalled) return;
    isCalled = true;
    call?.();
  };
}
