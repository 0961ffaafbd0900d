import { LociError, messageOf } from "../../errors.ts";
import type { Speech } from "../../models/synthesize.ts";
import type { Played, PlayOptions } from "../audio-ports.ts";

/** Pieces of one rate on their way to ears. */
export interface PlayRun {
  readonly rate: number;
  /** Resolves when there is room for more; at once when there never will be. */
  write(bytes: Uint8Array): Promise<void>;
  /** All of a piece is written. May throw LociError. */
  endPiece(): void;
  /** Resolves when all was heard, or will never be, or playing is called off. May throw LociError. */
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
  /** Aborted when playing is called off. */
  readonly signal: AbortSignal;
  /** The run aborts it when it can play no more. */
  readonly broken: AbortController;
  /** The first sound goes out. */
  readonly onSound: () => void;
}

/** Plays pieces in runs of the same rate. Never rejects. */
export async function playPieces(
  pieces: AsyncIterable<Speech>,
  { signal, onSound }: PlayOptions,
  startRun: (options: RunOptions) => PlayRun,
): Promise<Played> {
  const broken = new AbortController();
  const stop = AbortSignal.any([signal, broken.signal]);
  const notify = once(onSound);
  let played: Played = { heard: 0, heardMs: 0, isInterrupted: false };
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

function add(played: Played, { heard, heardMs, problem = played.problem }: RunResult): Played {
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

/** The items of an iterable until a signal aborts; the item that is then pending is dropped, and so is its failure. */
async function* untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  const { promise: aborted, resolve } = Promise.withResolvers<undefined>();
  const stop = () => resolve(undefined);
  signal.addEventListener("abort", stop, { once: true });
  let isDone = false;
  try {
    while (!signal.aborted) {
      const next = iterator.next();
      next.catch(() => undefined);
      const step = await Promise.race([next, aborted]);
      isDone = step?.done === true;
      if (step === undefined || step.done === true) return;
      yield step.value;
    }
  } catch (error) {
    isDone = true;
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    if (!isDone) iterator.return?.()?.catch(() => undefined);
  }
}
