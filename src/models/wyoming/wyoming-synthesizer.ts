import { hasWords, silence } from "../has-words.ts";
import { isCloudAddress } from "../is-cloud.ts";
import { modelError } from "../model-error.ts";
import { type ModelServer, short } from "../server-failure.ts";
import type { Speech, Synthesizer } from "../synthesize.ts";
import { noVoiceError, toSynthesizerError } from "../synthesizer-error.ts";
import { createTimeLimit, type TimeLimit } from "../time-limit.ts";
import { voiceFor } from "../voice-for.ts";
import { openWavStream } from "../wav-stream.ts";
import {
  openWyoming,
  serverOf,
  toWyomingPlace,
  type WyomingConnection,
  type WyomingPlace,
} from "./wyoming.ts";
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
  const place = toWyomingPlace(options.url, 10_200);
  const server = serverOf(place);
  const { connect = 3_000, first = 10_000, stall = 5_000, probe = 4_000 } = options.timeouts ?? {};
  const parts = { place, server, connect, stall, voices: options.voices ?? {}, known: undefined };
  const talk: Talk = parts;
  return {
    id: `wyoming at ${place.host}:${place.port}`,
    isCloud: isCloudAddress(server.baseUrl),
    synthesize(text, language, signal) {
      if (!hasWords(text)) return Promise.resolve(silence);
      return speak(talk, { text, language, first }, signal);
    },
    async probe() {
      const limit: Limit = createTimeLimit(new AbortController().signal);
      limit.start("first", probe);
      try {
        const connection = await open(talk, limit);
        try {
          const voices = await describe(connection, limit);
          if (voices !== undefined) return undefined;
          const state = "it does not turn text into speech; give the address of a server that does";
          return modelError(server, { reason: "model", state });
        } finally {
          connection.close();
        }
      } catch (error) {
        if (limit.passed === undefined) return toSynthesizerError(server, error);
        const state = `no answer within ${probe} ms; look whether the server is busy or down`;
        return modelError(server, { reason: "timeout", state }, error);
      } finally {
        limit.pause();
      }
    },
  };
}

interface Talk {
  readonly place: WyomingPlace;
  readonly server: ModelServer;
  readonly connect: number;
  readonly stall: number;
  readonly voices: Readonly<Record<string, string>>;
  /** Of the server; what it has is asked once. */
  known: readonly WyomingVoice[] | undefined;
}

interface Words {
  readonly text: string;
  readonly language: string;
  readonly first: number;
}

type Limit = TimeLimit<"first" | "stall">;

async function speak(talk: Talk, words: Words, signal: AbortSignal): Promise<Speech> {
  const { server, stall } = talk;
  const limit: Limit = createTimeLimit(signal);
  const worded = (error: unknown): unknown => {
    if (signal.aborted) return signal.reason;
    if (limit.passed === "first") {
      const state = `no sound within ${words.first} ms; try again later or set a longer time-out`;
      return modelError(server, { reason: "timeout", state });
    }
    if (limit.passed === "stall") {
      const state = `it fell silent in the middle of a sentence for ${stall} ms; try again later or look at its log`;
      return modelError(server, { reason: "stalled", state });
    }
    return toSynthesizerError(server, error);
  };
  limit.start("first", words.first);
  let connection: WyomingConnection | undefined;
  try {
    signal.throwIfAborted();
    connection = await open(talk, limit);
    const voice = await findVoice(talk, words.language, connection, limit);
    const data = { text: words.text.toWellFormed(), ...(voice === undefined ? {} : { voice }) };
    await connection.send({ type: "synthesize", data });
    const speech = await openWavStream(readWyomingSound(connection, server, stall, limit));
    limit.pause();
    if (typeof speech !== "string") return { rate: speech.rate, pcm: guard(speech.pcm, worded) };
    throw modelError(server, { reason: "answer", state: `${speech}; look at its log` });
  } catch (error) {
    limit.pause();
    connection?.close();
    talk.known = undefined; // It may be another server by now.
    throw worded(error);
  }
}

async function* guard(
  pcm: AsyncIterable<Uint8Array>,
  worded: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    yield* pcm;
  } catch (error) {
    throw worded(error);
  }
}

function open({ place, connect }: Talk, limit: Limit): Promise<WyomingConnection> {
  return openWyoming({ ...place, connectMs: connect, signal: limit.signal });
}

/** The voice to ask for; undefined where the server does not tell which it has. */
async function findVoice(
  talk: Talk,
  language: string,
  connection: WyomingConnection,
  limit: Limit,
): Promise<object | undefined> {
  const named = voiceFor(talk.voices, language);
  if (named !== undefined) return { name: named };
  talk.known ??= (await describe(connection, limit)) ?? [];
  if (talk.known.length === 0) return undefined;
  // A name, not a language: servers of the first years take that for a name too.
  const found = chooseWyomingVoice(talk.known, language);
  if (found === undefined) throw noVoiceError(talk.server, language);
  return { name: found };
}

/** The voices of a server; undefined where it has nothing that speaks. */
async function describe(
  connection: WyomingConnection,
  limit: Limit,
): Promise<readonly WyomingVoice[] | undefined> {
  await connection.send({ type: "describe" });
  for (;;) {
    const event = await connection.next(limit.signal);
    if (event === undefined) throw new Error("it closed the connection");
    if (event.type === "error") throw new Error(short(String(event.data.text)));
    if (event.type === "info") return readWyomingVoices(event.data);
  }
}
