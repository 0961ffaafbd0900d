import { LociError } from "../../errors.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { openSpeech } from "../servers/open-speech.ts";
import { checkServer, isOpenAi, type ServerOptions } from "../servers/server.ts";
import { askWithin, failureOf } from "../servers/wait-limit.ts";
import {
  hasWords,
  type SpeechTimeouts,
  type Synthesizer,
  silence,
  speechTimeouts,
  voiceFor,
} from "../synthesize.ts";
import { createOpenAiServer, kinds } from "./openai-server.ts";

export interface OpenAiSynthesizerOptions extends ServerOptions {
  /** By two-letter code, with `any` for all others. */
  readonly voices?: Readonly<Record<string, string>>;
  readonly timeouts?: SpeechTimeouts;
}

/** Any server that speaks OpenAI's `/v1/audio/speech`. Throws LociError BAD_CONFIG for settings that cannot work. */
export function createOpenAiSynthesizer(options: OpenAiSynthesizerOptions): Synthesizer {
  const { voices = {} } = options;
  const { probe, ...waits } = { ...speechTimeouts, ...options.timeouts };
  const named = { ...checkServer("speech", options), what: "synthesizer" };
  if (isOpenAi(named.baseUrl) && named.model === undefined) throw unnamed();
  const server = createOpenAiServer(named, kinds.speak);
  const ask = async function* (text: string, language: string, signal: AbortSignal) {
    const model = await server.model(signal);
    const { speech } = (await server.client()).audio;
    const voice = voiceFor(voices, language) ?? "alloy";
    const input = text.toWellFormed();
    const response_format = "wav";
    const { body } = await speech.create({ model, voice, input, response_format }, { signal });
    yield* body ?? [];
  };
  return {
    get id() {
      return server.id("speech");
    },
    isCloud: isCloudAddress(named.baseUrl),
    async synthesize(text, language, signal) {
      if (!hasWords(text)) return silence;
      const speaking = { server: server.now, waits };
      return openSpeech(speaking, (limit) => ask(text, language, limit), signal);
    },
    probe: () => failureOf(askWithin({ server: server.now, ms: probe }, server.check)),
  };
}

/** Those of today are not those of next year. */
function unnamed(): LociError {
  const state = "no model is named; name one that it has in voice.synthesizer.model";
  return new LociError("BAD_CONFIG", `Cannot use OpenAI for speech: ${state}`);
}
