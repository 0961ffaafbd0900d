import { baseLanguage } from "./base-language.ts";
import type { Provider } from "./provider.ts";

/** Speech as it is made: 16-bit little-endian samples of one channel, in chunks that may end within a sample. */
export interface Speech {
  /** Samples a second. */
  readonly rate: number;
  /** Throws LociError MODEL_FAILED where it breaks off. */
  readonly pcm: AsyncIterable<Uint8Array>;
}

/** What turns text into speech. */
export interface Synthesizer extends Provider {
  /**
   * One sentence with words in it, made speakable already, in a language by its two-letter code. Resolves with the first sound; rejects
   * with LociError MODEL_FAILED, within its own time limit; with the signal's reason when called off.
   */
  synthesize(text: string, language: string, signal: AbortSignal): Promise<Speech>;
}

/** Whether there is anything in a text to say; marks alone are silence. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The voice that the settings name for a language, or for `any`. */
export function voiceFor(
  voices: Readonly<Record<string, string>>,
  language: string,
): string | undefined {
  const code = baseLanguage(language);
  // Not a plain look-up: a language named "constructor" would find one.
  return Object.entries(voices).find(([key]) => key === code)?.[1] ?? voices.any;
}

/** Longest waits (ms): to the first sound, and between two pieces of it. */
export const speechWaits = { first: 10_000, stall: 5_000 };
