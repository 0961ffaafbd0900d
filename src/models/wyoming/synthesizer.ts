import { baseLanguage } from "../base-language.ts";
import { modelError } from "../servers/failure.ts";
import type { Waits } from "../servers/limit.ts";
import { openSpeech } from "../sound/open-speech.ts";
import { wavHeader } from "../sound/wav.ts";
import { type Synthesizer, speechWaits, voiceFor } from "../synthesize.ts";
import {
  describeServer,
  openWyoming,
  probeWyoming,
  toWyomingServer,
  type WyomingConnection,
  type WyomingServer,
} from "./connection.ts";

export interface WyomingSynthesizerOptions {
  /** Such as `tcp://192.168.1.9:10200`. */
  readonly url: string;
  /** Names such as `ca_ES-upc_ona-medium` by two-letter code, with `any` for all others. */
  readonly voices?: Readonly<Record<string, string>>;
  readonly waits?: Waits;
}

/** A Wyoming server for text to speech, such as wyoming-piper. Throws LociError BAD_CONFIG for an address that is none. */
export function createWyomingSynthesizer(options: WyomingSynthesizerOptions): Synthesizer {
  const server = toWyomingServer(options.url, 10_200, "synthesizer");
  const { voices = {}, waits = speechWaits } = options;
  const speak = async function* (text: string, language: string, limit: AbortSignal) {
    const connection = await openWyoming(server, limit);
    try {
      const named = voiceFor(voices, language);
      const name = named ?? (await findVoice(connection, server, language));
      const data = {
        text: text.toWellFormed(),
        ...(name === undefined ? {} : { voice: { name } }),
      };
      await connection.send({ type: "synthesize", data });
      yield* readSound(connection);
    } finally {
      connection.close();
    }
  };
  return {
    id: server.id,
    isCloud: server.isCloud,
    synthesize: (text, language, signal) =>
      openSpeech(server, waits, (limit) => speak(text, language, limit), signal),
    probe: () => probeWyoming(server, "tts"),
  };
}

/**
 * The first installed voice for a language; undefined where the server names none. Throws LociError MODEL_FAILED with
 * the reason "language" where it has none for this one: nothing is broken, and another synthesizer may speak instead.
 */
async function findVoice(
  connection: WyomingConnection,
  server: WyomingServer,
  language: string,
): Promise<string | undefined> {
  const programs = await describeServer(connection, "tts");
  const voices = programs.flatMap((program) => program.voices);
  if (voices.length === 0) return undefined;
  const code = baseLanguage(language);
  const found = voices.find(
    ({ languages, installed }) => installed && languages.some((one) => baseLanguage(one) === code),
  );
  // A name, not a language: servers of the first years take that for a name too.
  if (found !== undefined) return found.name;
  const state = `it has no voice for "${language}"; add one there, or name one in voice.synthesizer.voices`;
  throw modelError(server, "language", state);
}

/** The sound that a server makes of a text, as a WAV. */
async function* readSound(connection: WyomingConnection): AsyncGenerator<Uint8Array> {
  for (let isBegun = false; ; isBegun = true) {
    const { type, data, payload } = await connection.next("audio-chunk", "audio-stop");
    if (type === "audio-stop") return;
    if (!isBegun) {
      const { rate, width, channels } = data;
      const format = { rate: Number(rate), width: Number(width), channels: Number(channels) };
      yield wavHeader(0, format);
    }
    if (payload.length > 0) yield payload;
  }
}
