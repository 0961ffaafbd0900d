import { LociError } from "../../errors.ts";
import { hasWords, silence } from "../has-words.ts";
import type { Speech, Synthesizer } from "../synthesize.ts";
import { voiceFor } from "../voice-for.ts";
import { openWavStream } from "../wav-stream.ts";
import { espeakError, runEspeak } from "./espeak-process.ts";
import { toEspeakText } from "./espeak-text.ts";

export interface EspeakOptions {
  /** Voices as `espeak-ng --voices` names them, by two-letter code, with `any` for all others. */
  readonly voices?: Readonly<Record<string, string>>;
  readonly speed?: number;
  /** Milliseconds to the first sound, and of silence between two pieces of it. */
  readonly timeoutMs?: number;
  /** Found on the PATH. */
  readonly program?: string;
}

/** espeak-ng of Debian's package as a child process: speaks at once, without a network, a hundred languages. */
export function createEspeak(options: EspeakOptions = {}): Synthesizer {
  const { voices = {}, speed = 1, timeoutMs = 10_000, program = "espeak-ng" } = options;
  const wordsAMinute = Math.round(Math.min(450, Math.max(80, 175 * speed)));
  /** Voices that it turned out not to have. */
  const missing = new Set<string>();
  const speak = async (text: string, voice: string, signal: AbortSignal): Promise<Speech> => {
    const args = ["--stdin", "--stdout", "-b", "1", "-s", String(wordsAMinute), "-v", voice];
    const output = runEspeak({ program, args, text: toEspeakText(text, voice), timeoutMs }, signal);
    const speech = await openWavStream(output);
    if (typeof speech !== "string") return speech;
    throw espeakError(program, "answer", speech);
  };
  const speakIfThere = async (text: string, voice: string, signal: AbortSignal) => {
    if (missing.has(voice)) return undefined;
    try {
      return await speak(text, voice, signal);
    } catch (error) {
      if (!(error instanceof LociError) || error.data.reason !== "voice") throw error;
      missing.add(voice);
      return undefined;
    }
  };
  return {
    id: "espeak-ng",
    isCloud: false,
    async synthesize(text, language, signal) {
      signal.throwIfAborted();
      if (!hasWords(text)) return silence;
      for (const voice of [voiceFor(voices, language), toVoice(language)]) {
        const speech = voice === undefined ? undefined : await speakIfThere(text, voice, signal);
        if (speech !== undefined) return speech;
      }
      return speak(text, fallback, signal);
    },
    async probe() {
      const options = { program, args: ["--version"], text: "", timeoutMs };
      try {
        for await (const _ of runEspeak(options, new AbortController().signal));
        return undefined;
      } catch (error) {
        return error instanceof LociError ? error : espeakError(program, "answer", String(error));
      }
    },
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
