import { LociError } from "../../../errors.ts";
import type { Speech, Synthesizer } from "../../../models/synthesize.ts";
import { type Settled, settleWithin } from "../../waiting/settle-within.ts";
import type { Troubles } from "../troubles.ts";

/** The synthesizers as one: the first that works speaks. */
export interface Voices {
  /** Undefined where none can, or nobody waits any more. Never rejects. */
  speak(text: string, language: string, signal: AbortSignal): Promise<VoiceSpeech | undefined>;
}

interface VoiceSpeech extends Speech {
  /** It broke off: the one that made it is left alone for a while. */
  readonly blame: (error: unknown) => void;
}

/** Longest wait for a first sound, beyond the synthesizer's own limit; and how long one that failed is left alone (ms). */
const longestWait = 30_000;
const restMs = 60_000;

/** Tries them in their order. */
export function createVoices(
  synthesizers: readonly Synthesizer[],
  { troubles, elapsed }: { readonly troubles: Troubles; readonly elapsed: () => number },
): Voices {
  const restsUntil = new Map<Synthesizer, number>();
  const blame = (one: Synthesizer, error: unknown): void => {
    if (hasNoVoice(error)) return;
    restsUntil.set(one, elapsed() + restMs);
    if (one === synthesizers[0]) troubles.tell("synthesizer", error);
  };
  const inOrder = (): readonly Synthesizer[] => {
    const isResting = (one: Synthesizer): boolean => (restsUntil.get(one) ?? 0) > elapsed();
    return [
      ...synthesizers.filter((one) => !isResting(one)),
      ...synthesizers.filter(isResting), // Better tried too early than silent.
    ];
  };
  return {
    async speak(text, language, signal) {
      for (const one of inOrder()) {
        const settled = await begin(one, text, language, signal);
        if (settled.type === "aborted" || signal.aborted) return undefined;
        if (settled.type === "done") {
          restsUntil.delete(one);
          if (one === synthesizers[0]) troubles.mend("synthesizer");
          return { ...settled.value, blame: (error) => blame(one, error) };
        }
        blame(one, errorOf(settled, one));
      }
      return undefined;
    },
  };
}

function begin(one: Synthesizer, text: string, language: string, signal: AbortSignal) {
  // Called off later too, while its sound is read.
  const until = (stop: AbortSignal): AbortSignal => AbortSignal.any([signal, stop]);
  return settleWithin(longestWait, (stop) => one.synthesize(text, language, until(stop)), signal);
}

/** It works, but speaks another language. */
const hasNoVoice = (error: unknown): boolean =>
  error instanceof LociError && error.data.reason === "language";

function errorOf(settled: Settled<unknown>, { id }: Synthesizer): unknown {
  if (settled.type === "failed") return settled.error;
  return new LociError("MODEL_FAILED", `Cannot speak with ${id}: it does not answer`, {
    data: { reason: "timeout" },
  });
}
