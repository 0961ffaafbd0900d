import type { Speech } from "../../models/synthesize.ts";
import { createQueue } from "./queue.ts";
import { type Ending, letGo, readWithin } from "./read-within.ts";

/** Speech that is kept as it is made, so that it is whole while what comes before it still sounds. */
export interface MadeSpeech extends Speech {
  /** Milliseconds of sound so far. */
  madeMs(): number;
  readonly isWhole: boolean;
}

/** Longest pause of a synthesizer within a sentence, and longest sentence (ms): one that floods is cut off. */
const longestPause = 15_000;
const longestSpeech = 120_000;

/** Reads speech into memory at once; it ends early where the synthesizer breaks off, which `onBroken` is told. */
export function keepSpeech(
  { rate, pcm }: Speech,
  { signal, onBroken }: { readonly signal: AbortSignal; readonly onBroken: (why: unknown) => void },
): MadeSpeech {
  const chunks = createQueue<Uint8Array>();
  let bytes = 0;
  let isWhole = false;
  const madeMs = (): number => (bytes / 2 / rate) * 1_000;
  const read = async (): Promise<unknown> => {
    const source = readWithin(longestPause, () => pcm, signal);
    try {
      for (;;) {
        const next = await source.next();
        if (next.done === true) {
          isWhole = next.value.type === "ended";
          return whyBroken(next.value);
        }
        bytes += next.value.length;
        chunks.push(next.value);
        if (madeMs() > longestSpeech) return new Error("the speech has no end");
      }
    } finally {
      chunks.close();
      letGo(source);
    }
  };
  void read().then((why) => {
    if (why !== undefined) onBroken(why);
  });
  return {
    rate,
    pcm: chunks,
    madeMs,
    get isWhole() {
      return isWhole;
    },
  };
}

function whyBroken(ending: Ending): unknown {
  if (ending.type === "failed") return ending.error;
  return ending.type === "late" ? new Error("the speech breaks off") : undefined;
}
