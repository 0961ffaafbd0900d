import { isCloudAddress } from "../servers/is-cloud.ts";
import type { Waits } from "../servers/limit.ts";
import { openSpeech } from "../servers/open-speech.ts";
import { checkServer, type ServerOptions } from "../servers/server.ts";
import { type Synthesizer, speechWaits, voiceFor } from "../synthesize.ts";
import { clientOf } from "./client.ts";
import { probeModel } from "./probe-model.ts";

export interface OpenAiSynthesizerOptions extends ServerOptions {
  /** By two-letter code, with `any` for all others. */
  readonly voices?: Readonly<Record<string, string>>;
  readonly waits?: Waits;
}

/** Any server that speaks OpenAI's `/v1/audio/speech`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiSynthesizer(options: OpenAiSynthesizerOptions): Synthesizer {
  const { model, voices = {}, waits = speechWaits } = options;
  const server = checkServer("synthesizer", options);
  const client = clientOf(server);
  const ask = async function* (text: string, language: string, signal: AbortSignal) {
    const { speech } = (await client()).audio;
    const voice = voiceFor(voices, language) ?? "alloy";
    const input = text.toWellFormed();
    const response_format = "wav";
    const { body } = await speech.create({ model, voice, input, response_format }, { signal });
    yield* body ?? [];
  };
  return {
    id: `${model} at ${new URL(server.baseUrl).host}`,
    isCloud: isCloudAddress(server.baseUrl),
    synthesize: (text, language, signal) =>
      openSpeech({ server, waits }, (limit) => ask(text, language, limit), signal),
    probe: () => probeModel(server, client),
  };
}
