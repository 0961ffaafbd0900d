import type { LociError } from "../errors.ts";

/** Samples a second of all speech that is listened to: 16-bit, one channel. */
export const speechRate = 16_000;

/** What may help a transcriber; it may ignore all of it. */
export interface TranscribeHints {
  /** Two-letter codes, the most likely first; never a prison: people switch. */
  readonly languages: readonly string[];
  /** Names that may come up. */
  readonly keywords: readonly string[];
}

export interface Transcript {
  /** '' where nothing was said. */
  readonly text: string;
  /** A code or an English name, as the transcriber gave it. */
  readonly language: string | null;
  /** 0 to 1, with its doubt that there was speech at all; null where unknown. */
  readonly confidence: number | null;
}

/** What turns speech into text. */
export interface Transcriber {
  /** For people: "pocketsphinx", "whisper-1 at 192.168.1.9". */
  readonly id: string;
  /** What is said leaves this network. */
  readonly isCloud: boolean;
  /** Languages it knows, by two-letter code; undefined where unknown. */
  readonly languages?: readonly string[];
  /**
   * One turn, samples at `speechRate`. Rejects with LociError MODEL_FAILED, within its own time limit; with the
   * signal's reason when called off.
   */
  transcribe(pcm: Int16Array, hints: TranscribeHints, signal: AbortSignal): Promise<Transcript>;
  /** Why it does not work, if it does not. */
  probe(): Promise<LociError | undefined>;
}

/** Milliseconds: for a whole answer, for `probe`. */
export const transcribingTimeouts = { total: 15_000, probe: 5_000 };
export type TranscribingTimeouts = Partial<Readonly<typeof transcribingTimeouts>>;
