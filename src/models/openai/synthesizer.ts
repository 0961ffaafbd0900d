import type { OpenAI } from "openai";
import { LociError } from "../../errors.ts";
import { checkServer } from "../servers/check-server.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { modelError } from "../servers/model-error.ts";
import {
  openSpeech,
  probeSynthesizer,
  type SpeechTimeouts,
  speechTimeouts,
} from "../servers/open-speech.ts";
import type { ModelServer } from "../servers/server-failure.ts";
import { short } from "../short.ts";
import { hasWords, type Synthesizer, silence, voiceFor } from "../synthesize.ts";
import { createOpenAiClient, isOpenAi } from "./client.ts";
import { listOrNothing, missingModel, onlySpeechModel } from "./list-models.ts";

export interface OpenAiSynthesizerOptions {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  /** Without one, the only model for speech that the server lists is asked; OpenAI's must be named. */
  readonly model?: string | undefined;
  readonly key?: string | undefined;
  /** By two-letter code, with `any` for all others. */
  readonly voices?: Readonly<Record<string, string>>;
  readonly timeouts?: SpeechTimeouts;
}

/** Any server that speaks OpenAI's `/v1/audio/speech`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiSynthesizer(options: OpenAiSynthesizerOptions): Synthesizer {
  const server = {
    ...checkServer("speech", { ...options, model: options.model?.trim() }),
    what: "synthesizer",
  };
  if (isOpenAi(server.baseUrl) && server.model === undefined) throw unnamed(server.baseUrl);
  const { voices = {} } = options;
  const { connect, probe, ...limits } = { ...speechTimeouts, ...options.timeouts };
  const accept = "audio/*, application/json";
  const client = createOpenAiClient({ server, connect, maxBytes: 32 * 2 ** 20, accept });
  let model = server.model;
  return {
    get id() {
      return `${short(model ?? "speech")} at ${new URL(server.baseUrl).host}`;
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
            response_format: "wav",
          },
          { signal: limit },
        );
      };
      return openSpeech({ server: { ...server, model }, ask, limits }, signal);
    },
    probe: async () => {
      const asked = { ...server, model };
      const opened = await client();
      return probeSynthesizer(asked, probe, (signal) => lookAtModel(opened, asked, signal));
    },
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

/** What its model lacks. */
async function lookAtModel(
  client: OpenAI,
  server: ModelServer,
  signal: AbortSignal,
): Promise<string | undefined> {
  const listed = await listOrNothing(client, server, signal);
  if (server.model !== undefined) {
    return listed === undefined ? undefined : missingModel(server.model, listed);
  }
  const found = onlySpeechModel(listed);
  return "name" in found ? undefined : found.state;
}
