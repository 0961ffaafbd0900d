import { LociError } from "../../errors.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { openSpeech } from "../servers/open-speech.ts";
import { checkServer, isOpenAi } from "../servers/server.ts";
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
  const { voices = {}, timeouts, ...given } = options;
  const { probe, ...waits } = { ...speechTimeouts, ...timeouts };
  const named = { ...checkServer("speech", given), what: "synthesizer" };
  if (isOpenAi(named.baseUrl) && named.model === undefined) throw unnamed(named.baseUrl);
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

function unnamed(baseUrl: string): LociError {
  const state =
    "no model is named, and OpenAI retires its models for speech; name one that it has in voice.synthesizer.model";
  return new LociError("BAD_CONFIG", `Cannot use speech server "${baseUrl}": ${state}`);
}
