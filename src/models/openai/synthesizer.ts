import type { Waits } from "../servers/limit.ts";
import { openSpeech } from "../sound/open-speech.ts";
import { type Synthesizer, speechWaits, voiceFor } from "../synthesize.ts";
import { openServer, type ServerOptions } from "./open-server.ts";

export interface OpenAiSynthesizerOptions extends ServerOptions {
  /** By two-letter code, with `any` for all others. */
  readonly voices?: Readonly<Record<string, string>>;
  readonly waits?: Waits;
}

/** Any server that speaks OpenAI's `/v1/audio/speech`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiSynthesizer(options: OpenAiSynthesizerOptions): Synthesizer {
  const { voices = {}, waits = speechWaits } = options;
  const server = openServer("synthesizer", options);
  const { provider, model, client } = server;
  const ask = async function* (text: string, language: string, signal: AbortSignal) {
    const { speech } = (await client()).audio;
    const voice = voiceFor(voices, language) ?? "alloy";
    const input = text.toWellFormed();
    const response_format = "wav";
    const { body } = await speech.create({ model, voice, input, response_format }, { signal });
    yield* body ?? [];
  };
  return {
    ...provider,
    synthesize: (text, language, signal) =>
      openSpeech(server, waits, (limit) => ask(text, language, limit), signal),
  };
}
