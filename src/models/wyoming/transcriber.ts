import { modelError } from "../servers/failure.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { askWithin, failureOf } from "../servers/wait-limit.ts";
import {
  speechRate,
  type TranscribeHints,
  type Transcriber,
  type TranscribingTimeouts,
  toTranscript,
  transcribingTimeouts,
} from "../transcribe.ts";
import {
  checkWyoming,
  nextAnswer,
  openWyoming,
  toWyomingServer,
  type WyomingConnection,
} from "./connection.ts";
import { speechFormat } from "./events.ts";

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
  return {
    id: `${model ?? "wyoming"} at ${new URL(server.baseUrl).host}`,
    isCloud: isCloudAddress(server.baseUrl),
    transcribe(pcm, hints, signal) {
      const ask = async (limit: AbortSignal) => {
        const connection = await openWyoming(server, limit);
        // What became of the sending shows in what is read: a server that refuses says so and hangs up.
        sendSpeech(connection, pcm, toRequest(model, hints)).catch(() => undefined);
        const answer = nextAnswer(connection, server, ["transcript"], limit);
        const { data } = await answer.finally(connection.close);
        const transcript = toTranscript(data.text, data.language, data.confidence);
        if (typeof transcript !== "string") return transcript;
        throw modelError(server, "answer", transcript);
      };
      return askWithin({ server: () => server, ms: total }, ask, signal);
    },
    probe: () => failureOf(checkWyoming(server, "asr", probe)),
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
