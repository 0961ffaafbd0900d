import type { LociError } from "../../errors.ts";
import { checkServer } from "../servers/check-server.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { modelError, toModelError } from "../servers/model-error.ts";
import { ifConnectionDied, retrying } from "../servers/retrying.ts";
import type { ModelServer } from "../servers/server-failure.ts";
import {
  type TranscribingTimeouts,
  transcribeWithin,
  transcribingTimeouts,
} from "../servers/time-limit.ts";
import { short } from "../short.ts";
import type { TranscribeHints, Transcriber, Transcript } from "../transcribe.ts";
import { createOpenAiClient } from "./client.ts";
import { listOrNothing, missingModel, onlyTranscribingModel } from "./list-models.ts";
import {
  createSoundForm,
  firstStyle,
  isRefusalOfStyle,
  readTranscript,
  type TranscriptionStyle,
  toFields,
  toPrompt,
} from "./transcription.ts";

export interface OpenAiTranscriberOptions {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  /** Without one, the model that the server lists for it is asked. */
  readonly model?: string | undefined;
  readonly key?: string | undefined;
  readonly timeouts?: TranscribingTimeouts;
}

/** Any server that speaks OpenAI's `/v1/audio/transcriptions`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiTranscriber(options: OpenAiTranscriberOptions): Transcriber {
  const server = {
    ...checkServer("transcription", { ...options, model: options.model?.trim() }),
    what: "transcriber",
  };
  const { connect, total, probe } = { ...transcribingTimeouts, ...options.timeouts };
  const asker = createAsker(server, connect);
  const { server: asked } = asker;
  return {
    get id() {
      return `${short(asker.server().model ?? "transcription")} at ${new URL(server.baseUrl).host}`;
    },
    isCloud: isCloudAddress(server.baseUrl),
    transcribe: (pcm, hints, signal) =>
      transcribeWithin({ server: asked, ms: total, signal }, (limit) =>
        asker.transcribe(pcm, hints, limit),
      ),
    probe: () =>
      transcribeWithin({ server: asked, ms: probe }, (limit) => asker.probe(limit)).then(
        () => undefined,
        (error: LociError) => error,
      ),
  };
}

/** Asks a server, and remembers what it learns of it. Throws as the openai package does, or LociError. */
function createAsker(given: ModelServer, connect: number) {
  const form = createSoundForm();
  let server = given;
  let style: TranscriptionStyle | undefined;
  const client = createOpenAiClient({
    server,
    connect,
    maxBytes: 4 * 2 ** 20,
    accept: "application/json",
    contentType: form.contentType,
  });
  const findModel = async (signal: AbortSignal): Promise<string> => {
    if (server.model !== undefined) return server.model;
    const found = onlyTranscribingModel(await listOrNothing(await client(), server, signal));
    if ("state" in found) throw modelError(server, { reason: "model", state: found.state });
    server = { ...server, model: found.name };
    return found.name;
  };
  const post = async (
    asked: TranscriptionStyle,
    pcm: Int16Array,
    hints: TranscribeHints,
    signal: AbortSignal,
  ): Promise<Transcript> => {
    const body = form.toBytes(toFields(asked, await findModel(signal), hints), pcm);
    const api = await client();
    const answer: unknown = await api.post("/audio/transcriptions", { body, signal });
    const read = readTranscript(answer);
    if (typeof read === "string") throw modelError(server, { reason: "answer", state: read });
    style = asked;
    return read.text === toPrompt(hints.keywords) ? { ...read, text: "" } : read;
  };
  const ask = async (
    pcm: Int16Array,
    hints: TranscribeHints,
    signal: AbortSignal,
  ): Promise<Transcript> => {
    const first = style ?? firstStyle(await findModel(signal));
    try {
      return await post(first, pcm, hints, signal);
    } catch (error) {
      if (first === "plain" || !isRefusalOfStyle(error)) throw error;
      return post("plain", pcm, hints, signal);
    }
  };
  return {
    server: () => server,
    transcribe: (pcm: Int16Array, hints: TranscribeHints, signal: AbortSignal) => {
      const worded = (error: unknown): never => {
        throw toModelError(server, error);
      };
      return retrying(() => ask(pcm, hints, signal).catch(worded), ifConnectionDied, signal);
    },
    async probe(signal: AbortSignal): Promise<void> {
      const listed = await listOrNothing(await client(), server, signal);
      const name = await findModel(signal);
      const state = listed === undefined ? undefined : missingModel(name, listed);
      if (state !== undefined) throw modelError(server, { reason: "model", state });
    },
  };
}
