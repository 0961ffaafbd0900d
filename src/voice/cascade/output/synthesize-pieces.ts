import { LociError } from "../../../errors.ts";
import type { Speech, Synthesizer } from "../../../models/synthesize.ts";
import { readWithTimeout, runWithTimeout, type TimedResult } from "../../async/timeout.ts";
import { toSpeakable } from "../../speech/to-speakable.ts";
import type { Troubles } from "../../troubles.ts";
import type { VoicedText } from "../../voice-ports.ts";
import { type BufferedSpeech, bufferSpeech } from "./buffered-speech.ts";

/** A piece of a reply, about a sentence: its text and its sound. */
export interface Piece {
  readonly text: string;
  /** The text as it is read out. */
  readonly spoken: string;
  readonly speech: BufferedSpeech;
  /** Synthesizes it again with the next voice; undefined if none works. */
  readonly again: () => Promise<Piece | undefined>;
  /** No more than this was heard of it (ms). */
  readonly cut?: (ms: number) => void;
}

interface PieceOptions {
  readonly voices: Voices;
  readonly language: () => string;
  readonly signal: AbortSignal;
  readonly elapsed: () => number;
  /** No voice works, so the rest is not spoken. */
  readonly onMute: () => void;
}

/** Longest wait for the next text (ms); the model has limits of its own. */
export const maxThoughtMs = 3_600_000;

/** Synthesizes texts that have no sound yet, always one ahead of playback. Never throws; ends early if no voice works. */
export async function* synthesizePieces(
  texts: AsyncIterable<string | VoicedText>,
  options: PieceOptions,
): AsyncGenerator<Piece, void> {
  const { language, signal } = options;
  const source = readWithTimeout(maxThoughtMs, () => texts, signal);
  const make = async (): Promise<Piece | undefined> => {
    for (;;) {
      const next = await source.next();
      if (next.done === true) return undefined;
      if (typeof next.value !== "string") return voicedPiece(next.value, options);
      const spoken = toSpeakable(next.value, language());
      if (spoken !== "") return synthesizePiece(next.value, spoken, options);
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

/** Its text may still grow while it plays. */
function voicedPiece(voiced: VoicedText, { signal, elapsed }: PieceOptions): Piece {
  return {
    get text() {
      return voiced.text;
    },
    get spoken() {
      return voiced.text;
    },
    speech: bufferSpeech(voiced.speech, { signal, elapsed, onBroken: () => {} }),
    again: async () => undefined,
    cut: (ms) => voiced.cut(ms),
  };
}

async function synthesizePiece(
  text: string,
  spoken: string,
  options: PieceOptions,
): Promise<Piece | undefined> {
  const { voices, language, signal, elapsed, onMute } = options;
  const speech = await voices.speak(spoken, language(), signal);
  if (speech === undefined) {
    if (!signal.aborted) onMute();
    return undefined;
  }
  const kept = bufferSpeech(speech, { signal, elapsed, onBroken: speech.blame });
  return { text, spoken, speech: kept, again: () => synthesizePiece(text, spoken, options) };
}

/** Several synthesizers used as one: the first that works speaks. */
export interface Voices {
  /** Undefined if none can, or after an abort. Never rejects. */
  speak(text: string, language: string, signal: AbortSignal): Promise<VoiceSpeech | undefined>;
}

interface VoiceSpeech extends Speech {
  /** Reports that this speech broke off; its synthesizer is tried last for `restMs`. */
  readonly blame: (error: unknown) => void;
}

/** Longest wait for the first sound, beyond the synthesizer's own limit; and how long one that failed is tried last (ms). */
const maxWaitMs = 30_000;
const restMs = 60_000;

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
      ...synthesizers.filter(isResting), // Better than silence.
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
  // The signal also covers reading the sound, later.
  const until = (stop: AbortSignal): AbortSignal => AbortSignal.any([signal, stop]);
  return runWithTimeout(maxWaitMs, (stop) => one.synthesize(text, language, until(stop)), signal);
}

/** The synthesizer works but has no voice for the language. */
const hasNoVoice = (error: unknown): boolean =>
  error instanceof LociError && error.data.reason === "language";

function errorOf(settled: TimedResult<unknown>, { id }: Synthesizer): unknown {
  if (settled.type === "failed") return settled.error;
  return new LociError("MODEL_FAILED", `Cannot speak with ${id}: it does not answer`, {
    data: { reason: "timeout" },
  });
}
