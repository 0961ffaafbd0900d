import type { Speech } from "../../../models/synthesize.ts";
import { type Ending, letGo, readWithin, settleWithin } from "../../waiting/settle-within.ts";

/** Speech that is kept as it is made, so that it is whole while what comes before it still sounds. */
export interface MadeSpeech extends Speech {
  /** Milliseconds of sound so far. */
  madeMs(): number;
  readonly isWhole: boolean;
  /** The synthesizer broke off, or was too slow. */
  readonly isBroken: boolean;
}

interface KeepWishes {
  readonly signal: AbortSignal;
  readonly elapsed: () => number;
  readonly onBroken: (why: unknown) => void;
}

/** Longest pause of a synthesizer within a sentence, and longest sentence (ms): one that floods is cut off. */
const longestPause = 15_000;
const longestSpeech = 120_000;
/** A player takes no longer than this until there is room. */
const longestWait = 3_600_000;

/**
 * Reads speech into memory at once, as far as there is room; it ends early where the synthesizer breaks off or trickles,
 * after a call of `onBroken`.
 */
export function keepSpeech(
  { rate, pcm }: Speech,
  { signal, elapsed, onBroken }: KeepWishes,
): MadeSpeech {
  const sound = createSoundBlocks();
  let bytes = 0;
  let isWhole = false;
  let isBroken = false;
  const madeMs = (): number => (bytes / 2 / rate) * 1_000;
  const pace = createPace(elapsed, madeMs);
  const read = async (): Promise<unknown> => {
    const source = readWithin(longestPause, () => pcm, signal);
    try {
      for (;;) {
        const next = await source.next();
        if (next.done === true) {
          isWhole = next.value.type === "ended";
          return whyBroken(next.value);
        }
        const isAwaited = sound.isEmpty;
        bytes += next.value.length;
        sound.push(next.value);
        if (madeMs() > longestSpeech) return new Error("the speech has no end");
        if (pace.isTooSlow(isAwaited)) return new Error("the speech comes too slowly");
        if (sound.isFull) await settleWithin(longestWait, () => sound.room(), signal);
      }
    } finally {
      letGo(source);
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
    madeMs,
    get isWhole() {
      return isWhole;
    },
    get isBroken() {
      return isBroken;
    },
  };
}

/** While sound is waited for, less than half of what could be played meanwhile is too slow; not before so long (ms). */
const minPace = 0.5;
const fairTime = 10_000;

function createPace(elapsed: () => number, madeMs: () => number) {
  let from = { at: elapsed(), madeMs: 0 };
  return {
    /** `isAwaited`: nothing was left when the last sound came. */
    isTooSlow(isAwaited: boolean): boolean {
      const now = { at: elapsed(), madeMs: madeMs() };
      if (!isAwaited) from = now;
      const ms = now.at - from.at;
      return ms >= fairTime && now.madeMs - from.madeMs < ms * minPace;
    },
  };
}

function whyBroken(ending: Ending): unknown {
  if (ending.type === "failed") return ending.error;
  return ending.type === "late" ? new Error("the speech breaks off") : undefined;
}

/** Sound in the order it was made, joined into blocks: a thousand tiny pieces take no more memory than their bytes. */
interface SoundBlocks extends AsyncIterable<Uint8Array> {
  push(bytes: Uint8Array): void;
  /** Resolves once there is room for more: the reader has taken some, or it is closed. */
  room(): Promise<void>;
  /** What is in it is still read. */
  close(): void;
  /** There is nothing to be taken yet. */
  readonly isEmpty: boolean;
  readonly isFull: boolean;
}

/** Bytes. */
const blockSize = 8_192;
/** A reader that waits gets less at once: some 20 ms. */
const minBlock = 1_024;
/** Read ahead: twenty seconds of the best voice, more than most sentences take. */
const maxBytes = 2_097_152;

/** Begins empty. One reader. */
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
