import { LociError } from "../../../errors.ts";
import type { Speech, Synthesizer } from "../../../models/synthesize.ts";
import { toSpeakable } from "../../speech/to-speakable.ts";
import type { Troubles } from "../../troubles.ts";
import { readWithin, type Settled, settleWithin } from "../../waiting/settle-within.ts";
import { keepSpeech, type MadeSpeech } from "./made-speech.ts";

/** A piece of what is said: its words as they stood in the reply, and their sound. */
export interface Piece {
  readonly text: string;
  /** As they are read out. */
  readonly spoken: string;
  readonly speech: MadeSpeech;
  /** The same by the next voice; undefined where none works. */
  readonly again: () => Promise<Piece | undefined>;
}

interface PieceWishes {
  readonly voices: Voices;
  readonly language: () => string;
  readonly signal: AbortSignal;
  readonly elapsed: () => number;
  /** No voice works: the rest is not spoken. */
  readonly onMute: () => void;
}

/** A text that streams in takes no longer than this (ms); the model has limits of its own. */
export const longestThought = 3_600_000;

/** Makes speech of texts, the next one while the one before is played. Never throws; ends early where no voice works. */
export async function* makePieces(
  texts: AsyncIterable<string>,
  wishes: PieceWishes,
): AsyncGenerator<Piece, void> {
  const { language, signal } = wishes;
  const source = readWithin(longestThought, () => texts, signal);
  const make = async (): Promise<Piece | undefined> => {
    for (;;) {
      const next = await source.next();
      if (next.done === true) return undefined;
      const spoken = toSpeakable(next.value, language());
      if (spoken !== "") return makePiece(next.value, spoken, wishes);
    }
  };
  try {
    let coming = make();
    for (;;) {
      const piece = await coming;
      if (piece === undefined) return;
      coming = make();
      yield piece;
    }
  } finally {
    void source.return({ type: "ended" });
  }
}

async function makePiece(
  text: string,
  spoken: string,
  wishes: PieceWishes,
): Promise<Piece | undefined> {
  const { voices, language, signal, elapsed, onMute } = wishes;
  const speech = await voices.speak(spoken, language(), signal);
  if (speech === undefined) {
    if (!signal.aborted) onMute();
    return undefined;
  }
  const kept = keepSpeech(speech, { signal, elapsed, onBroken: speech.blame });
  return { text, spoken, speech: kept, again: () => makePiece(text, spoken, wishes) };
}

/** The synthesizers as one: the first that works speaks. */
export interface Voices {
  /** Undefined where none can, or after an abort. Never rejects. */
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
    if (one === synthesizers[0]) troubles.report("synthesizer", error);
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
