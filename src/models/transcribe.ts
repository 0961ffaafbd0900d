import type { Provider } from "./provider.ts";
import { cleanQuoted } from "./quote-for-prompt.ts";

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
export interface Transcriber extends Provider {
  /** Languages it knows, by two-letter code; undefined where unknown. */
  readonly languages?: readonly string[];
  /**
   * One turn, samples at `speechRate`. Rejects with LociError MODEL_FAILED, within its own time limit; with the
   * signal's reason when called off.
   */
  transcribe(pcm: Int16Array, hints: TranscribeHints, signal: AbortSignal): Promise<Transcript>;
}

/** Longest wait for a transcript (ms). */
export const transcribeMs = 15_000;

/**
 * A transcript as a server gave it, on one line and without the marks for what is not speech ("[BLANK_AUDIO]",
 * "(music)", "*sighs*", "♪"). Throws SyntaxError where it is none.
 */
export function toTranscript(text: unknown, language: unknown, confidence: unknown): Transcript {
  if (typeof text !== "string") throw new SyntaxError("its transcript has no text");
  if (text.length > 10_000) throw new SyntaxError("its transcript is longer than anybody speaks");
  const spoken = cleanQuoted(text)
    .replace(/\s+/g, " ")
    .replace(/\[[^\]]{0,500}\]|♪[^♪]{0,500}♪|[♪♫]|\*[^*]{0,500}\*|^ *\([^)]*\) *$/g, " ");
  const said = typeof language === "string" ? language.trim() : "";
  const isSure = typeof confidence === "number" && confidence >= 0 && confidence <= 1;
  return {
    text: /[\p{L}\p{N}]/u.test(spoken) ? spoken.replace(/ +/g, " ").trim() : "",
    language: said === "" || said.length > 40 ? null : said,
    confidence: isSure ? confidence : null,
  };
}
