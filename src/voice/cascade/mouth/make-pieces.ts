import { toSpeakable } from "../../speech/to-speakable.ts";
import { readWithin } from "../../waiting/read-within.ts";
import { keepSpeech, type MadeSpeech } from "./made-speech.ts";
import type { Voices } from "./voices.ts";

/** A piece of what is said: its words as they stood in the reply, and their sound. */
export interface Piece {
  readonly text: string;
  /** As they are read out. */
  readonly spoken: string;
  readonly speech: MadeSpeech;
  /** The same by the next voice; undefined where none works. */
  readonly again: () => Promise<Piece | undefined>;
}

export interface PieceWishes {
  readonly voices: Voices;
  readonly language: () => string;
  readonly signal: AbortSignal;
  readonly elapsed: () => number;
  /** No voice works: the rest is not spoken. */
  readonly onMute: () => void;
}

/** What is said takes no longer than this to be thought of (ms); whoever streams it has limits of their own. */
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
