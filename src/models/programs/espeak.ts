import { errnoOf, LociError } from "../../errors.ts";
import { short } from "../short.ts";
import { openWavStream } from "../sound/wav-stream.ts";
import { hasWords, type Speech, type Synthesizer, silence, voiceFor } from "../synthesize.ts";
import { settlesWithin, startProgram } from "./start-program.ts";

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
  const { voices = {}, timeoutMs = 10_000, program = "espeak-ng" } = options;
  /** Voices that it turned out not to have. */
  const missing = new Set<string>();
  const speak = async (text: string, voice: string, signal: AbortSignal): Promise<Speech> => {
    const args = ["--stdin", "--stdout", "-b", "1", "-v", voice];
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

interface EspeakRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Its standard input. */
  readonly text: string;
  /** Milliseconds between two pieces of its output. */
  readonly timeoutMs: number;
}

/**
 * What espeak-ng writes, as it comes; time that the reader takes does not count. Throws LociError MODEL_FAILED, or the
 * signal's reason. However this ends, the child is stopped.
 */
export async function* runEspeak(
  { program, args, text, timeoutMs }: EspeakRun,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  const child = startProgram({ program, args });
  let isLate = false;
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    void child.stop(500);
  };
  signal.addEventListener("abort", stop, { once: true });
  child.stdin.end(text);
  try {
    const chunks = child.stdout[Symbol.asyncIterator]();
    for (;;) {
      const timer = setTimeout(() => {
        isLate = true;
        stop();
      }, timeoutMs);
      // How the program ended says more than how its output did.
      const next = await chunks.next().catch(() => ({ done: true, value: undefined }) as const);
      clearTimeout(timer);
      if (next.done === true) break;
      yield next.value;
    }
    if (!(await settlesWithin(child.exited, 500))) stop();
    const { code, cause, lines } = await child.exited;
    if (signal.aborted) throw signal.reason;
    if (isLate) {
      const state = `no sound within ${timeoutMs} ms; look whether this device is overloaded`;
      throw espeakError(program, "timeout", state);
    }
    if (cause !== undefined) throw startError(program, cause);
    const isQuiet = isStopped && lines.length === 0;
    if (code !== 0 && !isQuiet) throw exitError(program, code, lines.join(" "));
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}

/** Words what is wrong with espeak-ng. */
function espeakError(
  program: string,
  reason: "missing" | "timeout" | "voice" | "answer",
  state: string,
  cause?: unknown,
): LociError {
  return new LociError("MODEL_FAILED", `Cannot speak with "${program}": ${state}`, {
    data: { reason, program, passing: reason === "timeout" },
    cause,
  });
}

function startError(program: string, error: Error): LociError {
  if (errnoOf(error) !== "ENOENT") {
    return espeakError(program, "answer", `it does not start (${short(error.message)})`, error);
  }
  const state = "it is not installed; install it with: apt install espeak-ng";
  return espeakError(program, "missing", state, error);
}

function exitError(program: string, code: number | null, said: string): LociError {
  const words = short(said);
  const state = `it ended with ${code ?? "a signal"}${words === "" ? "" : ` (${words})`}`;
  return espeakError(program, /voice does not exist/i.test(said) ? "voice" : "answer", state);
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
  return voice.startsWith("de") ? plain.replaceAll(germanDay, toSmall) : plain;
}

const germanDay =
  /(?<!\d)\d{1,2}\. (?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b/g;

const toSmall = (day: string): string => day.toLowerCase();
