import { askWithin } from "../servers/limit.ts";
import {
  speechRate,
  type TranscribeHints,
  type Transcriber,
  toTranscript,
  transcribeMs,
} from "../transcribe.ts";
import {
  openWyoming,
  probeWyoming,
  speechFormat,
  toWyomingServer,
  type WyomingConnection,
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
    probe: () => probeWyoming(server, "asr"),
  };
}

/** Samples in one event: half a second. */
const chunk = speechRate / 2;

async function sendSpeech(
  connection: WyomingConnection,
  pcm: Int16Array,
  request: Readonly<Record<string, unknown>>,
): Promise<void> {
  await connection.send({ type: "transcribe", data: request });
  await connection.send({ type: "audio-start", data: speechFormat });
  for (let at = 0; at < pcm.length; at += chunk) {
    const payload = new Uint8Array(pcm.slice(at, at + chunk).buffer);
    await connection.send({ type: "audio-chunk", data: speechFormat, payload });
  }
  await connection.send({ type: "audio-stop" });
}
