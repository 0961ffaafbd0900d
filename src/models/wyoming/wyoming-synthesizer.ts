import { hasWords, silence } from "../has-words.ts";
import { isCloudAddress } from "../is-cloud.ts";
import { modelError } from "../model-error.ts";
import { probeSynthesizer } from "../probe-synthesizer.ts";
import type { ModelServer } from "../server-failure.ts";
import {
  type Speaking,
  type SpeechLimits,
  toSpeechFailure,
  withSpeechFailures,
} from "../speech-failure.ts";
import type { Speech, Synthesizer } from "../synthesize.ts";
import { noVoiceError } from "../synthesizer-error.ts";
import { createTimeLimit } from "../time-limit.ts";
import { voiceFor } from "../voice-for.ts";
import { openWavStream } from "../wav-stream.ts";
import {
  openWyoming,
  serverOf,
  toWyomingPlace,
  type WyomingConnection,
  type WyomingPlace,
} from "./wyoming.ts";
import { describeServer } from "./wyoming-answer.ts";
import { readWyomingSound } from "./wyoming-sound.ts";
import { chooseWyomingVoice, readWyomingVoices, type WyomingVoice } from "./wyoming-voices.ts";

export interface WyomingSynthesizerOptions {
  /** Such as `tcp://192.168.1.9:10200`. */
  readonly url: string;
  /** Names such as `ca_ES-upc_ona-medium` by two-letter code, with `any` for all others. */
  readonly voices?: Readonly<Record<string, string>>;
  /** Milliseconds: for a connection to stand, for the first sound, of silence after it, for `probe`. */
  readonly timeouts?: {
    readonly connect?: number;
    readonly first?: number;
    readonly stall?: number;
    readonly probe?: number;
  };
}

/** A Wyoming server for text to speech, such as wyoming-piper. Throws LociError BAD_CONFIG for an address that is none. */
export function createWyomingSynthesizer(options: WyomingSynthesizerOptions): Synthesizer {
  const place = { ...toWyomingPlace(options.url, 10_200), what: "synthesizer" };
  const server = serverOf(place);
  const { connect = 3_000, first = 10_000, stall = 5_000, probe = 4_000 } = options.timeouts ?? {};
  const talk: Talk = { place, server, connect, voices: options.voices ?? {}, known: undefined };
  return {
    id: `wyoming at ${place.host}:${place.port}`,
    isCloud: isCloudAddress(server.baseUrl),
    synthesize(text, language, signal) {
      if (!hasWords(text)) return Promise.resolve(silence);
      return speak(talk, { text, language, limits: { first, stall } }, signal);
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
  readonly place: WyomingPlace;
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

async function speak(talk: Talk, words: Words, signal: AbortSignal): Promise<Speech> {
  const { server } = talk;
  const { text, language, limits } = words;
  const limit: Speaking["limit"] = createTimeLimit(signal);
  const speaking = { server, limits, limit, signal };
  limit.start("first", limits.first);
  let connection: WyomingConnection | undefined;
  try {
    signal.throwIfAborted();
    connection = await open(talk, limit.signal);
    const voice = await findVoice(talk, language, connection, limit.signal);
    const data = { text: text.toWellFormed(), ...(voice === undefined ? {} : { voice }) };
    await connection.send({ type: "synthesize", data });
    const speech = await openWavStream(readWyomingSound(connection, speaking));
    limit.pause();
    if (typeof speech !== "string") {
      return { rate: speech.rate, pcm: withSpeechFailures(speech.pcm, speaking) };
    }
    throw modelError(server, { reason: "answer", state: `${speech}; look at its log` });
  } catch (error) {
    limit.pause();
    connection?.close();
    talk.known = undefined; // It may be another server by now.
    throw toSpeechFailure(speaking, error);
  }
}

function open({ place, connect }: Talk, signal: AbortSignal): Promise<WyomingConnection> {
  return openWyoming({ ...place, connectMs: connect, signal });
}

/** The voice to ask for; undefined where the server does not tell which it has. */
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
