import type { LociError } from "../../errors.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { modelError } from "../servers/model-error.ts";
import { isObject, type ModelServer } from "../servers/server-failure.ts";
import { toSpokenText } from "../servers/spoken-text.ts";
import {
  type TranscribingTimeouts,
  transcribeWithin,
  transcribingTimeouts,
} from "../servers/time-limit.ts";
import { short } from "../short.ts";
import {
  speechRate,
  type TranscribeHints,
  type Transcriber,
  type Transcript,
} from "../transcribe.ts";
import {
  describeServer,
  nextAnswer,
  openWyoming,
  serverOf,
  toWyomingAddress,
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
  const place = { ...toWyomingAddress(options.url, 10_300), what: "transcriber" };
  const { model } = options;
  const server: ModelServer = { ...serverOf(place), model };
  const { connect, total, probe } = { ...transcribingTimeouts, ...options.timeouts };
  const withConnection = <T>(
    ms: number,
    work: (connection: WyomingConnection, limit: AbortSignal) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> =>
    transcribeWithin({ server: () => server, ms, signal }, async (limit) => {
      const connectMs = Math.min(connect, ms);
      const connection = await openWyoming({ ...place, connectMs, sendMs: ms, signal: limit });
      try {
        return await work(connection, limit);
      } finally {
        connection.close();
      }
    });
  return {
    id: `${model ?? "wyoming"} at ${new URL(server.baseUrl).host}`,
    isCloud: isCloudAddress(server.baseUrl),
    transcribe: (pcm, hints, signal) =>
      withConnection(
        total,
        (connection, limit) => {
          // What became of the sending shows in what is read: a server that refuses says so and hangs up.
          sendSpeech(connection, pcm, { model, hints, signal: limit }).catch(() => undefined);
          return readTranscript(connection, server, limit);
        },
        signal,
      ),
    probe: () =>
      withConnection(probe, (connection, limit) => check(connection, server, limit)).then(
        () => undefined,
        (error: LociError) => error,
      ),
  };
}

interface Asking {
  readonly model: string | undefined;
  readonly hints: TranscribeHints;
  readonly signal: AbortSignal;
}

async function sendSpeech(
  connection: WyomingConnection,
  pcm: Int16Array,
  { model, hints, signal }: Asking,
): Promise<void> {
  // A language that is set is forced upon whatever is said, so only who speaks no other gets it set.
  const [only, ...others] = hints.languages;
  const language = others.length === 0 ? only : undefined;
  await connection.send({
    type: "transcribe",
    data: {
      ...(model === undefined ? {} : { name: model }),
      ...(language === undefined ? {} : { language }),
    },
  });
  await connection.send({ type: "audio-start", data: speechFormat });
  const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    signal.throwIfAborted();
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
    const event = await nextAnswer(connection, server, signal);
    if (event.type === "transcript") return toTranscript(event, event.data.text, server);
    if (event.type === "transcript-stop") return toTranscript(event, pieces, server);
    if (event.type === "transcript-chunk" && typeof event.data.text === "string") {
      pieces = `${pieces}${event.data.text}`.slice(0, 20_000);
    }
  }
}

function toTranscript({ data }: WyomingEvent, said: unknown, server: ModelServer): Transcript {
  if (typeof said !== "string") {
    const state = "its transcript has no text; look at its log, or use another server";
    throw modelError(server, { reason: "answer", state });
  }
  const text = toSpokenText(said);
  if (text === undefined) {
    const state = "its transcript is longer than anybody speaks; use another model";
    throw modelError(server, { reason: "answer", state });
  }
  const { language, confidence } = data;
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
  const info = await describeServer(connection, server, signal);
  const state = problemOf(info.asr, server.model);
  if (state !== undefined) throw modelError(server, { reason: "model", state });
}

function problemOf(asr: unknown, wanted: string | undefined): string | undefined {
  const programs: readonly unknown[] = Array.isArray(asr) ? asr : [];
  if (programs.length === 0)
    return "it does not transcribe; give the address of a server that does";
  const names = programs.flatMap((program) => {
    const models: unknown = isObject(program) ? program.models : undefined;
    const list: readonly unknown[] = Array.isArray(models) ? models : [];
    return [program, ...list].flatMap((one) =>
      isObject(one) && typeof one.name === "string" ? [one.name] : [],
    );
  });
  // Servers that take any name of a model list none, or only those that are loaded.
  if (wanted === undefined || names.length <= programs.length || names.includes(wanted)) {
    return undefined;
  }
  const shown = names.slice(0, 5).map((name) => `"${short(name)}"`);
  return `it has no such model; name one that it has in voice.transcriber.model: ${shown.join(", ")}`;
}
