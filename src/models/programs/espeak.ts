import { LociError } from "../../errors.ts";
import { failureOf } from "../servers/limit.ts";
import { openWav } from "../sound/open-wav.ts";
import { type Speech, type Synthesizer, voiceFor } from "../synthesize.ts";
import { programError, runProgram } from "./run-program.ts";

interface EspeakOptions {
  /** Voices as `espeak-ng --voices` names them, by two-letter code, with `any` for all others. */
  readonly voices?: Readonly<Record<string, string>>;
  /** Milliseconds to the first sound, and of silence between two pieces of it. */
  readonly timeoutMs?: number;
  /** Found on the PATH. */
  readonly program?: string;
}

/** espeak-ng of Debian's package as a child process: speaks at once, without a network, a hundred languages. */
export function createEspeak(options: EspeakOptions = {}): Synthesizer {
  const { voices = {}, timeoutMs: waitMs = 10_000, program = "espeak-ng" } = options;
  const run = { does: "speak", program, waitMs, packages: "espeak-ng" };
  const speak = (text: string, voice: string, signal: AbortSignal): Promise<Speech> => {
    const args = ["--stdin", "--stdout", "-b", "1", "-v", voice];
    const input = toEspeakText(text, voice);
    return openWav(runProgram({ ...run, args, input }, signal)).catch((error: unknown) => {
      throw error instanceof SyntaxError ? programError(run, "answer", error.message) : error;
    });
  };
  return {
    id: "espeak-ng",
    isCloud: false,
    async synthesize(text, language, signal) {
      signal.throwIfAborted();
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
    probe: () => failureOf(ended(runProgram({ ...run, args: ["--version"] }, never))),
  };
}

const never = new AbortController().signal;

async function ended(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pieces);
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
