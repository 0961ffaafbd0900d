import { LociError } from "../../errors.ts";
import { failureOf } from "../servers/limit.ts";
import { openSpeech } from "../sound/open-speech.ts";
import { type Speech, type Synthesizer, voiceFor } from "../synthesize.ts";
import { runProgram } from "./run-program.ts";

interface EspeakOptions {
  /** Voices as `espeak-ng --voices` names them, by two-letter code, with `any` for all others. */
  readonly voices?: Readonly<Record<string, string>>;
  /** Milliseconds to the first sound, and of silence between two pieces of it. */
  readonly waitMs?: number;
}

/** espeak-ng of Debian's package as a child process: speaks at once, without a network, a hundred languages. */
export function createEspeak(options: EspeakOptions = {}): Synthesizer {
  const { voices = {}, waitMs = 10_000 } = options;
  const program = "espeak-ng";
  const run = { does: `speak with "${program}"`, program, packages: program };
  const speak = (text: string, voice: string, signal: AbortSignal): Promise<Speech> => {
    const args = ["--stdin", "--stdout", "-b", "1", "-v", voice];
    const asked = { ...run, args, input: toEspeakText(text, voice) };
    const waits = { first: waitMs, stall: waitMs };
    return openSpeech(asked, waits, (limit) => runProgram(asked, limit), signal);
  };
  return {
    id: "espeak-ng",
    isCloud: false,
    async synthesize(text, language, signal) {
      for (const voice of [voiceFor(voices, language), toVoice(language)]) {
        try {
          if (voice !== undefined) return await speak(text, voice, signal);
        } catch (error) {
          const isMissing = /voice does not exist/i.test(String(error));
          if (!isMissing || !(error instanceof LociError)) throw error;
        }
      }
      return speak(text, fallback, signal);
    },
    probe: () =>
      failureOf(run, (limit) => runProgram({ ...run, args: ["--version"] }, limit).next()),
  };
}

/** A person who hears the wrong accent still hears something. */
const fallback = "en";

/** A code is part of the command line and of the name of a file. */
function toVoice(language: string): string {
  const code = language.toLowerCase();
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/.test(code)) return fallback;
  return code === "iw" ? "he" : code;
}

/**
 * A text as espeak-ng is to read it: words only. `[[…]]` would be taken for phonemes, control characters for commands;
 * and it takes a German day such as "3. Mai" for the end of a sentence unless the month has a small letter.
 */
function toEspeakText(text: string, voice: string): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, " ")
    .replaceAll(/\[(?=\[)/g, "[ ");
  if (!voice.startsWith("de")) return plain;
  return plain.replaceAll(/(?<!\d)\d{1,2}\. \p{Lu}\p{Ll}+/gu, (day) => day.toLowerCase());
}
