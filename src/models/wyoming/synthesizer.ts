import { baseLanguage } from "../base-language.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { noVoiceError } from "../servers/model-error.ts";
import {
  probeSynthesizer,
  type SpeechLimit,
  type SpeechLimits,
  type SpeechTimeouts,
  speakWithin,
  speechTimeouts,
} from "../servers/open-speech.ts";
import { isObject, type ModelServer } from "../servers/server-failure.ts";
import { wavHeader } from "../sound/wav.ts";
import { openWavStream } from "../sound/wav-stream.ts";
import { hasWords, type Speech, type Synthesizer, silence, voiceFor } from "../synthesize.ts";
import {
  describeServer,
  nextAnswer,
  openWyoming,
  serverOf,
  toWyomingAddress,
  type WyomingAddress,
  type WyomingConnection,
} from "./connection.ts";
import type { WyomingEvent } from "./events.ts";

export interface WyomingSynthesizerOptions {
  /** Such as `tcp://192.168.1.9:10200`. */
  readonly url: string;
  /** Names such as `ca_ES-upc_ona-medium` by two-letter code, with `any` for all others. */
  readonly voices?: Readonly<Record<string, string>>;
  readonly timeouts?: SpeechTimeouts;
}

/** A Wyoming server for text to speech, such as wyoming-piper. Throws LociError BAD_CONFIG for an address that is none. */
export function createWyomingSynthesizer(options: WyomingSynthesizerOptions): Synthesizer {
  const place = { ...toWyomingAddress(options.url, 10_200), what: "synthesizer" };
  const server = serverOf(place);
  const { connect, probe, ...limits } = { ...speechTimeouts, ...options.timeouts };
  const talk: Talk = { place, server, connect, voices: options.voices ?? {}, known: undefined };
  return {
    id: `wyoming at ${place.host}:${place.port}`,
    isCloud: isCloudAddress(server.baseUrl),
    synthesize(text, language, signal) {
      if (!hasWords(text)) return Promise.resolve(silence);
      return speak(talk, { text, language, limits }, signal);
    },
    probe: () =>
      probeSynthesizer(server, probe, async (signal) => {
        const connection = await open(talk, signal);
        try {
          const info = await describeServer(connection, server, signal);
          return readWyomingVoices(info) === undefined
            ? "it does not turn text into speech; give the address of a server that does"
            : undefined;
        } finally {
          connection.close();
        }
      }),
  };
}

interface Talk {
  readonly place: WyomingAddress;
  readonly server: ModelServer;
  readonly connect: number;
  readonly voices: Readonly<Record<string, string>>;
  /** Of the server; what it has is asked once. */
  known: readonly WyomingVoice[] | undefined;
}

interface Words {
  readonly text: string;
  readonly language: string;
  readonly limits: SpeechLimits;
}

function speak(
  talk: Talk,
  { text, language, limits }: Words,
  signal: AbortSignal,
): Promise<Speech> {
  const { server } = talk;
  return speakWithin({ server, limits, signal, advice: "look at its log" }, async (limit) => {
    let connection: WyomingConnection | undefined;
    try {
      connection = await open(talk, limit.signal);
      const voice = await findVoice(talk, language, connection, limit.signal);
      const data = { text: text.toWellFormed(), ...(voice === undefined ? {} : { voice }) };
      await connection.send({ type: "synthesize", data });
      return await openWavStream(readWyomingSound(connection, server, limit, limits.stall));
    } catch (error) {
      connection?.close();
      talk.known = undefined; // It may be another server by now.
      throw error;
    }
  });
}

function open({ place, connect }: Talk, signal: AbortSignal): Promise<WyomingConnection> {
  return openWyoming({ ...place, connectMs: connect, signal });
}

/** The voice to ask for; undefined where the server does not list its voices. */
async function findVoice(
  talk: Talk,
  language: string,
  connection: WyomingConnection,
  signal: AbortSignal,
): Promise<object | undefined> {
  const named = voiceFor(talk.voices, language);
  if (named !== undefined) return { name: named };
  talk.known ??= readWyomingVoices(await describeServer(connection, talk.server, signal)) ?? [];
  if (talk.known.length === 0) return undefined;
  // A name, not a language: servers of the first years take that for a name too.
  const found = chooseWyomingVoice(talk.known, language);
  if (found === undefined) throw noVoiceError(talk.server, language);
  return { name: found };
}

/** The sound that a server makes of a text, as a WAV; events that are not of sound are passed over. Closes the connection. */
async function* readWyomingSound(
  connection: WyomingConnection,
  server: ModelServer,
  limit: SpeechLimit,
  stallMs: number,
): AsyncGenerator<Uint8Array> {
  let isBegun = false;
  try {
    for (;;) {
      const event = await nextAnswer(connection, server, limit.signal);
      if (event.type === "audio-stop") return;
      const isSound = event.type === "audio-chunk" && event.payload.length > 0;
      if (!isBegun && (event.type === "audio-start" || isSound)) {
        yield wavHead(event);
        isBegun = true;
      }
      if (!isSound) continue;
      limit.pause(); // Until the reader comes back for more.
      yield event.payload;
      limit.start("stall", stallMs);
    }
  } finally {
    limit.pause();
    connection.close();
  }
}

/** The format of its samples, as a WAV header of unknown length. */
function wavHead({ data }: WyomingEvent): Buffer {
  const number = (name: string, most: number): number => {
    const value = Number(data[name]);
    return Number.isInteger(value) && value >= 0 && value <= most ? value : 0;
  };
  return wavHeader(0, {
    rate: number("rate", 1_000_000),
    width: number("width", 8),
    channels: number("channels", 64),
  });
}

interface WyomingVoice {
  readonly name: string;
  /** Such as `es_ES` or `es`. */
  readonly languages: readonly string[];
}

/** The voices that a server describes as installed; undefined where it offers no text to speech. */
function readWyomingVoices(
  info: Readonly<Record<string, unknown>>,
): readonly WyomingVoice[] | undefined {
  const programs = arrayOf(info.tts).filter((program) => program.installed !== false);
  if (programs.length === 0) return undefined;
  return programs.flatMap(({ voices }) =>
    arrayOf(voices).flatMap(({ name, languages, installed }) =>
      typeof name === "string" && Array.isArray(languages) && installed !== false
        ? [{ name, languages: languages.filter((code) => typeof code === "string") }]
        : [],
    ),
  );
}

/** The first voice for a language. */
function chooseWyomingVoice(voices: readonly WyomingVoice[], language: string): string | undefined {
  const code = baseLanguage(language);
  return voices.find(({ languages }) => languages.some((one) => baseLanguage(one) === code))?.name;
}

function arrayOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
