import type { OpenAI } from "openai";
import { LociError } from "../../errors.ts";
import { checkServer } from "../check-server.ts";
import { hasWords, silence } from "../has-words.ts";
import { isCloudAddress } from "../is-cloud.ts";
import { modelError } from "../model-error.ts";
import { openSpeech, type SpeechLimits } from "../open-speech.ts";
import type { ModelServer } from "../server-failure.ts";
import type { Synthesizer } from "../synthesize.ts";
import { toSynthesizerError } from "../synthesizer-error.ts";
import { voiceFor } from "../voice-for.ts";
import { openOpenAiClient } from "./openai-client.ts";
import { listOrNothing, missingModel } from "./openai-models.ts";
import { onlySpeechModel } from "./openai-speech-model.ts";

export interface OpenAiSynthesizerOptions {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  /** Without one, the only model for speech that the server lists is asked; OpenAI's must be named. */
  readonly model?: string | undefined;
  readonly key?: string | undefined;
  /** By two-letter code, with `any` for all others. */
  readonly voices?: Readonly<Record<string, string>>;
  readonly speed?: number;
  /** Samples a second of a server that sends sound without saying so; others are asked for a WAV. */
  readonly sampleRate?: number | undefined;
  /** Milliseconds: for a connection to stand, for the first sound, of silence after it, for `probe`. */
  readonly timeouts?: Partial<SpeechLimits> & {
    readonly connect?: number;
    readonly probe?: number;
  };
}

/** Any server that speaks OpenAI's `/v1/audio/speech`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiSynthesizer(options: OpenAiSynthesizerOptions): Synthesizer {
  const server = checkServer("speech", { ...options, model: options.model?.trim() });
  const isOpenAi = new URL(server.baseUrl).origin === "https://api.openai.com";
  if (isOpenAi && server.model === undefined) throw unnamed(server.baseUrl);
  const { speed = 1, voices = {} } = options;
  const { connect = 3_000, first = 10_000, stall = 5_000, probe = 4_000 } = options.timeouts ?? {};
  // OpenAI says nowhere that its samples are 24,000 a second, but they are.
  const rate = options.sampleRate ?? (isOpenAi ? 24_000 : undefined);
  let opened: Promise<OpenAI> | undefined;
  const client = (): Promise<OpenAI> => {
    const accept = "audio/*, application/json";
    opened ??= openOpenAiClient({ server, connect, maxBytes: 32 * 2 ** 20, accept });
    return opened;
  };
  let model = server.model;
  return {
    get id() {
      return `${model ?? "speech"} at ${new URL(server.baseUrl).host}`;
    },
    isCloud: isCloudAddress(server.baseUrl),
    synthesize(text, language, signal) {
      if (!hasWords(text)) return Promise.resolve(silence);
      const ask = async (limit: AbortSignal): Promise<Response> => {
        const { audio } = await client();
        model ??= await findModel(await client(), server, limit);
        return audio.speech.create(
          {
            model,
            voice: voiceFor(voices, language) ?? "alloy",
            input: text.toWellFormed(),
            response_format: rate === undefined ? "wav" : "pcm",
            ...(speed === 1 ? {} : { speed }),
          },
          { signal: limit },
        );
      };
      return openSpeech(
        { server: { ...server, model }, ask, rate, limits: { first, stall } },
        signal,
      );
    },
    probe: async () => probeServer(await client(), { ...server, model }, probe),
  };
}

function unnamed(baseUrl: string): LociError {
  const state =
    "no model is named, and OpenAI retires its models for speech; name one that it has in voice.synthesizer.model";
  return new LociError("BAD_CONFIG", `Cannot use speech server "${baseUrl}": ${state}`);
}

async function findModel(
  client: OpenAI,
  server: ModelServer,
  signal: AbortSignal,
): Promise<string> {
  const found = onlySpeechModel(await listOrNothing(client, server, signal));
  if ("name" in found) return found.name;
  throw modelError(server, { reason: "model", state: found.state });
}

async function probeServer(
  client: OpenAI,
  server: ModelServer,
  ms: number,
): Promise<LociError | undefined> {
  const deadline = AbortSignal.timeout(ms);
  try {
    const listed = await listOrNothing(client, server, deadline);
    if (server.model === undefined) {
      const found = onlySpeechModel(listed);
      return "name" in found
        ? undefined
        : modelError(server, { reason: "model", state: found.state });
    }
    const state = listed === undefined ? undefined : missingModel(server.model, listed);
    return state === undefined ? undefined : modelError(server, { reason: "model", state });
  } catch (error) {
    if (!deadline.aborted) return toSynthesizerError(server, error);
    const state = `no answer within ${ms} ms; look whether the server is busy or down`;
    return modelError(server, { reason: "timeout", state }, error);
  }
}
