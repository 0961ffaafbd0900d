import { baseLanguage } from "../base-language.ts";
import { modelError } from "../servers/failure.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { openSpeech } from "../servers/open-speech.ts";
import type { ModelServer } from "../servers/server.ts";
import { failureOf } from "../servers/wait-limit.ts";
import { wavHeader } from "../sound/wav.ts";
import {
  hasWords,
  type SpeechTimeouts,
  type Synthesizer,
  silence,
  speechTimeouts,
  voiceFor,
} from "../synthesize.ts";
import {
  checkWyoming,
  describeServer,
  nextAnswer,
  objectsIn,
  openWyoming,
  toWyomingServer,
  type WyomingConnection,
} from "./connection.ts";

export interface WyomingSynthesizerOptions {
  /** Such as `tcp://192.168.1.9:10200`. */
  readonly url: string;
  /** Names such as `ca_ES-upc_ona-medium` by two-letter code, with `any` for all others. */
  readonly voices?: Readonly<Record<string, string>>;
  readonly timeouts?: SpeechTimeouts;
}

/** A Wyoming server for text to speech, such as wyoming-piper. Throws LociError BAD_CONFIG for an address that is none. */
export function createWyomingSynthesizer(options: WyomingSynthesizerOptions): Synthesizer {
  const server = toWyomingServer(options.url, 10_200, "synthesizer");
  const { probe, ...waits } = { ...speechTimeouts, ...options.timeouts };
  const speak = async function* (text: string, language: string, limit: AbortSignal) {
    const connection = await openWyoming(server, limit);
    try {
      const named = voiceFor(options.voices ?? {}, language);
      const name = named ?? (await findVoice(connection, server, language, limit));
      const voice = name === undefined ? {} : { voice: { name } };
      await connection.send({ type: "synthesize", data: { text: text.toWellFormed(), ...voice } });
      yield* readSound(connection, server, limit);
    } finally {
      connection.close();
    }
  };
  return {
    id: `wyoming at ${new URL(server.baseUrl).host}`,
    isCloud: isCloudAddress(server.baseUrl),
    async synthesize(text, language, signal) {
      if (!hasWords(text)) return silence;
      const speaking = { server: () => server, waits };
      return openSpeech(speaking, (limit) => speak(text, language, limit), signal);
    },
    probe: () => failureOf(checkWyoming(server, "tts", probe)),
  };
}

/**
 * The first installed voice for a language; undefined where the server names none. Throws LociError MODEL_FAILED with
 * the reason "language" where it has none for this one: nothing is broken, and another synthesizer may speak instead.
 */
async function findVoice(
  connection: WyomingConnection,
  server: ModelServer,
  language: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const programs = await describeServer(connection, server, "tts", signal);
  const voices = programs.flatMap((program) => objectsIn(program.voices));
  if (voices.length === 0) return undefined;
  const code = baseLanguage(language);
  const found = voices.find(({ languages, installed }) => {
    const codes: readonly unknown[] = Array.isArray(languages) ? languages : [];
    return installed !== false && codes.some((one) => baseLanguage(String(one)) === code);
  });
  // A name, not a language: servers of the first years take that for a name too.
  if (found !== undefined) return String(found.name);
  const state = `it has no voice for "${language}"; add one there, or name one in voice.synthesizer.voices`;
  throw modelError(server, "language", state);
}

/** The sound that a server makes of a text, as a WAV. */
async function* readSound(
  connection: WyomingConnection,
  server: ModelServer,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const types = ["audio-start", "audio-chunk", "audio-stop"];
  for (let isBegun = false; ; ) {
    const { type, data, payload } = await nextAnswer(connection, server, types, signal);
    if (type === "audio-stop") return;
    if (!isBegun) {
      const { rate, width, channels } = data;
      yield wavHeader(0, {
        rate: Number(rate),
        width: Number(width),
        channels: Number(channels),
      });
      isBegun = true;
    }
    if (payload.length > 0) yield payload;
  }
}
