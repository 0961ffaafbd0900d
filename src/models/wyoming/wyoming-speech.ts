import type { LociError } from "../../errors.ts";
import { baseLanguage } from "../base-language.ts";
import { modelError } from "../servers/failure.ts";
import { askWithin, failureOf, type Waits } from "../servers/limit.ts";
import { openSpeech } from "../sound/open-speech.ts";
import { wavHeader } from "../sound/wav.ts";
import { type Synthesizer, speechWaits, voiceFor } from "../synthesize.ts";
import {
  type TranscribeHints,
  type Transcriber,
  toTranscript,
  transcribeMs,
} from "../transcribe.ts";
import {
  describeServer,
  openWyoming,
  speechFormat,
  toWyomingServer,
  type WyomingConnection,
  type WyomingServer,
} from "./connection.ts";

export interface WyomingTranscriberOptions {
  /** `tcp://host:port`. */
  readonly url: string;
  /** One of several that the server has. */
  readonly model?: string | undefined;
  readonly ms?: number;
}

/** Any Wyoming server that transcribes (faster-whisper, whisper.cpp, vosk). Throws LociError BAD_CONFIG for an address that is none. */
export function createWyomingTranscriber(options: WyomingTranscriberOptions): Transcriber {
  const { url, model: name, ms = transcribeMs } = options;
  const server = toWyomingServer(url, 10_300, "transcriber", name);
  const ask = async (pcm: Int16Array, { languages }: TranscribeHints, limit: AbortSignal) => {
    const connection = await openWyoming(server, limit);
    // A language that is set is forced upon whatever is said, so only who speaks no other gets it set.
    const request = { name, language: languages.length === 1 ? languages[0] : undefined };
    // What became of the sending shows in what is read: a server that refuses says so and hangs up.
    sendSpeech(connection, pcm, request).catch(() => undefined);
    const { data } = await connection.next("transcript").finally(connection.close);
    return toTranscript(data.text, data.language, data.confidence);
  };
  return {
    id: server.id,
    isCloud: server.isCloud,
    transcribe: (pcm, hints, signal) =>
      askWithin(server, ms, (limit) => ask(pcm, hints, limit), signal),
    probe: () => probe(server, "asr"),
  };
}

async function sendSpeech(connection: WyomingConnection, pcm: Int16Array, data: object) {
  await connection.send({ type: "transcribe", data: { ...data } });
  await connection.send({ type: "audio-start", data: speechFormat });
  const payload = new Uint8Array(pcm.slice().buffer);
  await connection.send({ type: "audio-chunk", data: speechFormat, payload });
  await connection.send({ type: "audio-stop" });
}

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
  const speak = async function* (given: string, language: string, limit: AbortSignal) {
    const connection = await openWyoming(server, limit);
    try {
      const named = voiceFor(voices, language);
      const name = named ?? (await findVoice(connection, server, language));
      const text = given.toWellFormed();
      const data = name === undefined ? { text } : { text, voice: { name } };
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
    probe: () => probe(server, "tts"),
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
      yield wavHeader(0, Number(data.rate), Number(data.width), Number(data.channels));
    }
    if (payload.length > 0) yield payload;
  }
}

/** Why a server cannot do its part. Never throws. */
const probe = (server: WyomingServer, kind: "asr" | "tts"): Promise<LociError | undefined> =>
  failureOf(server, async (limit) => {
    const connection = await openWyoming(server, limit);
    const programs = await describeServer(connection, kind).finally(connection.close);
    const state = `it has no program for that (${kind})`;
    if (programs.length === 0) throw modelError(server, "model", state);
  });
