import { baseLanguage } from "../base-language.ts";
import { modelError } from "../servers/failure.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { openSpeech } from "../servers/open-speech.ts";
import type { ModelServer } from "../servers/server.ts";
import { askWithin, failureOf } from "../servers/wait-limit.ts";
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
  describeServer,
  nextAnswer,
  objectsIn,
  openWyoming,
  toWyomingServer,
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
  const server = toWyomingServer(options.url, 10_200, "synthesizer");
  const { probe, ...waits } = { ...speechTimeouts, ...options.timeouts };
  const { voices = {} } = options;
  return {
    id: `wyoming at ${new URL(server.baseUrl).host}`,
    isCloud: isCloudAddress(server.baseUrl),
    async synthesize(text, language, signal) {
      if (!hasWords(text)) return silence;
      const ask = async function* (limit: AbortSignal) {
        const connection = await openWyoming(server, limit);
        try {
          const name =
            voiceFor(voices, language) ?? (await findVoice(connection, server, language, limit));
          const voice = name === undefined ? {} : { voice: { name } };
          await connection.send({
            type: "synthesize",
            data: { text: text.toWellFormed(), ...voice },
          });
          yield* readSound(connection, server, limit);
        } finally {
          connection.close();
        }
      };
      return openSpeech({ server: () => server, waits }, ask, signal);
    },
    probe: () =>
      failureOf(
        askWithin({ server: () => server, ms: probe }, async (limit) => {
          const connection = await openWyoming(server, limit);
          const programs = await describeServer(connection, server, "tts", limit).finally(
            connection.close,
          );
          const state = "it does not turn text into speech; give the address of a server that does";
          if (programs.length === 0) throw modelError(server, "model", state);
        }),
      ),
  };
}

/**
 * The first installed voice for a language; undefined where the server names none. Throws LociError MODEL_FAILED with the
 * reason "language" where it has none for this one: nothing is broken, and another synthesizer may speak instead.
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
  const speaks = (one: unknown): boolean => baseLanguage(String(one)) === code;
  const found = voices.find(
    ({ languages, installed }) =>
      installed !== false && Array.isArray(languages) && languages.some(speaks),
  );
  // A name, not a language: servers of the first years take that for a name too.
  if (found !== undefined) return String(found.name);
  const state = `it has no voice for "${language}"; add one there, or name one in voice.synthesizer.voices`;
  throw modelError(server, "language", state);
}

/** The sound that a server makes of a text, as a WAV; events that are not of sound are passed over. */
async function* readSound(
  connection: WyomingConnection,
  server: ModelServer,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let isBegun = false;
  for (;;) {
    const event = await nextAnswer(connection, server, signal);
    if (event.type === "audio-stop") return;
    const isSound = event.type === "audio-chunk" && event.payload.length > 0;
    if (!isBegun && (event.type === "audio-start" || isSound)) {
      yield toWavHeader(event);
      isBegun = true;
    }
    if (isSound) yield event.payload;
  }
}

/** The format of its samples, as a WAV header of unknown length. */
function toWavHeader({ data }: WyomingEvent): Buffer {
  const number = (name: string, most: number): number => {
    const value = Number(data[name]);
    return Number.isInteger(value) && value >= 0 && value <= most ? value : 0;
  };
  const [rate, width] = [number("rate", 1_000_000), number("width", 8)];
  return wavHeader(0, { rate, width, channels: number("channels", 64) });
}
