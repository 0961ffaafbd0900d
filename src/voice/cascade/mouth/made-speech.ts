import type { Speech } from "../../../models/synthesize.ts";
import { type Ending, letGo, readWithin } from "../../waiting/read-within.ts";
import { settleWithin } from "../../waiting/settle-within.ts";
import { createSoundBlocks } from "./sound-blocks.ts";

/** Speech that is kept as it is made, so that it is whole while what comes before it still sounds. */
export interface MadeSpeech extends Speech {
  /** Milliseconds of sound so far. */
  madeMs(): number;
  readonly isWhole: boolean;
  /** The synthesizer broke off, or was too slow. */
  readonly isBroken: boolean;
}

export interface KeepWishes {
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
 * which `onBroken` is told.
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
const leastPace = 0.5;
const fairTime = 10_000;

function createPace(elapsed: () => number, madeMs: () => number) {
  let from = { at: elapsed(), madeMs: 0 };
  return {
    /** `isAwaited`: nothing was left when the last sound came. */
    isTooSlow(isAwaited: boolean): boolean {
      const now = { at: elapsed(), madeMs: madeMs() };
      if (!isAwaited) from = now;
      const ms = now.at - from.at;
      return ms >= fairTime && now.madeMs - from.madeMs < ms * leastPace;
    },
  };
}

function whyBroken(ending: Ending): unknown {
  if (ending.type === "failed") return ending.error;
  return ending.type === "late" ? new Error("the speech breaks off") : undefined;
}
