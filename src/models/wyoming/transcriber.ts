import { modelError } from "../servers/failure.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import type { ModelServer } from "../servers/server.ts";
import { askWithin, failureOf } from "../servers/wait-limit.ts";
import { short } from "../short.ts";
import { toSpokenText } from "../spoken-text.ts";
import {
  speechRate,
  type TranscribeHints,
  type Transcriber,
  type TranscribingTimeouts,
  type Transcript,
  transcribingTimeouts,
} from "../transcribe.ts";
import {
  describeServer,
  nextAnswer,
  objectsIn,
  openWyoming,
  toWyomingServer,
  type WyomingConnection,
} from "./connection.ts";
import { speechFormat, type WyomingEvent } from "./events.ts";

export interface WyomingTranscriberOptions {
  /** `tcp://host:port`. */
  readonly url: string;
  /** One of several that the server has. */
  readonly model?: string | undefined;
  readonly timeouts?: TranscribingTimeouts;
}

/** Any Wyoming server that transcribes (faster-whisper, whisper.cpp, vosk). Throws LociError BAD_CONFIG for an address that is none. */
export function createWyomingTranscriber(options: WyomingTranscriberOptions): Transcriber {
  const { model } = options;
  const server = { ...toWyomingServer(options.url, 10_300, "transcriber"), model };
  const { total, probe } = { ...transcribingTimeouts, ...options.timeouts };
  const talk = <T>(
    ms: number,
    work: (connection: WyomingConnection, limit: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> =>
    askWithin(
      { server: () => server, ms },
      async (limit) => {
        const connection = await openWyoming(server, limit);
        try {
          return await work(connection, limit);
        } finally {
          connection.close();
        }
      },
      signal,
    );
  return {
    id: `${model ?? "wyoming"} at ${new URL(server.baseUrl).host}`,
    isCloud: isCloudAddress(server.baseUrl),
    transcribe(pcm, hints, signal) {
      const ask = (connection: WyomingConnection, limit: AbortSignal): Promise<Transcript> => {
        // What became of the sending shows in what is read: a server that refuses says so and hangs up.
        sendSpeech(connection, pcm, toRequest(model, hints)).catch(() => undefined);
        return readTranscript(connection, server, limit);
      };
      return talk(total, ask, signal);
    },
    probe: () => failureOf(talk(probe, (connection, limit) => check(connection, server, limit))),
  };
}

function toRequest(model: string | undefined, { languages }: TranscribeHints): object {
  // A language that is set is forced upon whatever is said, so only who speaks no other gets it set.
  const [only, ...others] = languages;
  return {
    ...(model === undefined ? {} : { name: model }),
    ...(only === undefined || others.length > 0 ? {} : { language: only }),
  };
}

async function sendSpeech(
  connection: WyomingConnection,
  pcm: Int16Array,
  request: object,
): Promise<void> {
  await connection.send({ type: "transcribe", data: request });
  await connection.send({ type: "audio-start", data: speechFormat });
  const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const payload = bytes.subarray(at, at + chunkBytes);
    await connection.send({ type: "audio-chunk", data: speechFormat, payload });
  }
  await connection.send({ type: "audio-stop" });
}

/** Half a second. */
const chunkBytes = speechRate;

/** Waits for the transcript; pieces that come before it are not needed, but may be all that comes. */
async function readTranscript(
  connection: WyomingConnection,
  server: ModelServer,
  signal: AbortSignal,
): Promise<Transcript> {
  let pieces = "";
  for (;;) {
    const { type, data } = await nextAnswer(connection, server, signal);
    if (type === "transcript") return toTranscript(data, data.text, server);
    if (type === "transcript-stop") return toTranscript(data, pieces, server);
    if (type === "transcript-chunk") pieces = `${pieces}${data.text}`.slice(0, 20_000);
  }
}

function toTranscript(
  { language, confidence }: WyomingEvent["data"],
  said: unknown,
  server: ModelServer,
): Transcript {
  const text = typeof said === "string" ? toSpokenText(said) : undefined;
  if (text === undefined) {
    throw modelError(server, "answer", "its transcript is none; use another server or model");
  }
  const isLanguage = typeof language === "string" && language !== "" && language.length <= 40;
  const isConfidence = typeof confidence === "number" && confidence >= 0 && confidence <= 1;
  return {
    text,
    language: isLanguage ? language : null,
    confidence: isConfidence ? confidence : null,
  };
}

/** Asks a server whether it can transcribe. Throws what is wrong. */
async function check(
  connection: WyomingConnection,
  server: ModelServer,
  signal: AbortSignal,
): Promise<void> {
  const programs = await describeServer(connection, server, "asr", signal);
  if (programs.length === 0) {
    const state = "it does not transcribe; give the address of a server that does";
    throw modelError(server, "model", state);
  }
  const models = programs.flatMap((program) => objectsIn(program.models));
  const names = models.map(({ name }) => short(String(name)));
  // Servers that take any name of a model list none.
  if (server.model === undefined || names.length === 0 || names.includes(server.model)) return;
  const shown = names.slice(0, 5).join('", "');
  const state = `it has no such model; name one that it has in voice.transcriber.model: "${shown}"`;
  throw modelError(server, "model", state);
}
