import type { Speech } from "../../../models/synthesize.ts";
import {
  abandonIterator,
  readWithTimeout,
  runWithTimeout,
  type StreamEnd,
} from "../../async/timeout.ts";

/** Synthesized speech in memory, so that a sentence is ready while the one before it still plays. */
export interface BufferedSpeech extends Speech {
  /** Sound buffered so far (ms). */
  bufferedMs(): number;
  readonly isComplete: boolean;
  /** The synthesizer failed in the middle, or was too slow. */
  readonly isBroken: boolean;
}

interface BufferOptions {
  readonly signal: AbortSignal;
  readonly elapsed: () => number;
  readonly onBroken: (why: unknown) => void;
}

/** Longest gap within a sentence, and longest sentence (ms), in case a synthesizer never ends. */
const maxPauseMs = 15_000;
const maxSpeechMs = 120_000;
/** Longest wait for the player to make room (ms). */
const maxWaitMs = 3_600_000;

/**
 * Reads speech into memory as fast as it comes, up to `maxBytes` ahead of the reader. If the synthesizer fails or is too
 * slow, calls `onBroken` and ends the speech early.
 */
export function bufferSpeech(
  { rate, pcm }: Speech,
  { signal, elapsed, onBroken }: BufferOptions,
): BufferedSpeech {
  const sound = createSoundBlocks();
  let bytes = 0;
  let isComplete = false;
  let isBroken = false;
  const bufferedMs = (): number => (bytes / 2 / rate) * 1_000;
  const pace = createPace(elapsed, bufferedMs);
  const read = async (): Promise<unknown> => {
    const source = readWithTimeout(maxPauseMs, () => pcm, signal);
    try {
      for (;;) {
        const next = await source.next();
        if (next.done === true) {
          isComplete = next.value.type === "ended";
          return whyBroken(next.value);
        }
        const isAwaited = sound.isEmpty;
        bytes += next.value.length;
        sound.push(next.value);
        if (bufferedMs() > maxSpeechMs) return new Error("the speech has no end");
        if (pace.isTooSlow(isAwaited)) return new Error("the speech comes too slowly");
        if (sound.isFull) await runWithTimeout(maxWaitMs, () => sound.room(), signal);
      }
    } finally {
      abandonIterator(source);
    }
  };
  void read().then((why) => {
    if (why !== undefined) {
      isBroken = true;
      onBroken(why);
    }
    sound.close();
  });
  return {
    rate,
    pcm: sound,
    bufferedMs,
    get isComplete() {
      return isComplete;
    },
    get isBroken() {
      return isBroken;
    },
  };
}

/** A synthesizer is too slow if it makes less than `minPace` ms of sound in a ms while the player waits, for `fairTime` ms. */
const minPace = 0.5;
const fairTime = 10_000;

function createPace(elapsed: () => number, bufferedMs: () => number) {
  let from = { at: elapsed(), bufferedMs: 0 };
  return {
    /** `isAwaited`: the buffer was empty when the last chunk came. */
    isTooSlow(isAwaited: boolean): boolean {
      const now = { at: elapsed(), bufferedMs: bufferedMs() };
      if (!isAwaited) from = now;
      const ms = now.at - from.at;
      return ms >= fairTime && now.bufferedMs - from.bufferedMs < ms * minPace;
    },
  };
}

function whyBroken(ending: StreamEnd): unknown {
  if (ending.type === "failed") return ending.error;
  return ending.type === "late" ? new Error("the speech breaks off") : undefined;
}

/** A queue of sound that joins chunks into blocks, so that many tiny chunks take little memory. One reader. */
interface SoundBlocks extends AsyncIterable<Uint8Array> {
  push(bytes: Uint8Array): void;
  /** Resolves once there is room for more, or it is closed. */
  room(): Promise<void>;
  /** Accepts no more; what it holds can still be read. */
  close(): void;
  /** The reader would have to wait. */
  readonly isEmpty: boolean;
  readonly isFull: boolean;
}

/** Bytes. */
const blockSize = 8_192;
/** A waiting reader gets a smaller block: about 20 ms (bytes). */
const minBlock = 1_024;
/** Read ahead (bytes): twenty seconds of the best voice, longer than most sentences. */
const maxBytes = 2_097_152;

function createSoundBlocks(): SoundBlocks {
  const blocks: Uint8Array[] = [];
  let open = Buffer.allocUnsafeSlow(blockSize);
  let filled = 0;
  let bytes = 0;
  let isClosed = false;
  let wake: (() => void) | undefined;
  let makeRoom: (() => void) | undefined;
  const rouse = (): void => {
    wake?.();
    wake = undefined;
  };
  const signalRoom = (): void => {
    if (!isClosed && bytes >= maxBytes) return;
    makeRoom?.();
    makeRoom = undefined;
  };
  const closeBlock = (): void => {
    if (filled === 0) return;
    const isFull = filled === blockSize;
    blocks.push(isFull ? open : new Uint8Array(open.subarray(0, filled)));
    if (isFull) open = Buffer.allocUnsafeSlow(blockSize);
    filled = 0;
  };
  const isEmpty = (): boolean => blocks.length === 0 && filled < minBlock;
  const take = (): Uint8Array | undefined => {
    if (blocks.length === 0 && (isClosed || filled >= minBlock)) closeBlock();
    const block = blocks.shift();
    bytes -= block?.length ?? 0;
    signalRoom();
    return block;
  };
  return {
    push(piece) {
      if (isClosed) return;
      bytes += piece.length;
      for (let at = 0; at < piece.length; ) {
        const part = piece.subarray(at, at + blockSize - filled);
        open.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled === blockSize) closeBlock();
      }
      if (!isEmpty()) rouse();
    },
    async room() {
      if (isClosed || bytes < maxBytes) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      makeRoom = resolve;
      await promise;
    },
    close() {
      isClosed = true;
      rouse();
      signalRoom();
    },
    get isEmpty() {
      return isEmpty();
    },
    get isFull() {
      return bytes >= maxBytes;
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        for (let block = take(); block !== undefined; block = take()) yield block;
        if (isClosed) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
