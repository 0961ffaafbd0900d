import { toSpeakable } from "../speech/to-speakable.ts";
import { keepSpeech, type MadeSpeech } from "./made-speech.ts";
import { readWithin } from "./read-within.ts";
import type { Voices } from "./voices.ts";

/** A piece of what is said: its words as they stood in the reply, and their sound. */
export interface Piece {
  readonly text: string;
  readonly speech: MadeSpeech;
}

export interface PieceWishes {
  readonly voices: Voices;
  readonly language: () => string;
  readonly signal: AbortSignal;
  /** No voice works: the rest is not spoken. */
  readonly onMute: () => void;
}

/** What is said takes no longer than this to be thought of (ms); whoever streams it has limits of their own. */
export const longestThought = 3_600_000;

/** Makes speech of texts, the next one while the one before is played. Never throws; ends early where no voice works. */
export async function* makePieces(
  texts: AsyncIterable<string>,
  { voices, language, signal, onMute }: PieceWishes,
): AsyncGenerator<Piece, void> {
  const source = readWithin(longestThought, () => texts, signal);
  const make = async (): Promise<Piece | undefined> => {
    for (;;) {
      const next = await source.next();
      if (next.done === true) return undefined;
      const spoken = toSpeakable(next.value, language());
      if (spoken === "") continue;
      const speech = await voices.speak(spoken, language(), signal);
      if (speech === undefined) {
        if (!signal.aborted) onMute();
        return undefined;
      }
      const onBroken = (why: unknown): void => voices.blame(why);
      return { text: next.value, speech: keepSpeech(speech, { signal, onBroken }) };
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
