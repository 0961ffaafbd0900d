import { createOpenAiRealtime, type RealtimeModel } from "../openai/openai-realtime.ts";
import { createOpenAiSynthesizer } from "../openai/synthesizer.ts";
import { createOpenAiTranscriber, openAiHearing } from "../openai/transcriber.ts";
import { createEspeak } from "../programs/espeak.ts";
import { createPocketSphinx } from "../programs/pocketsphinx.ts";
import { isOpenAi } from "../servers/is-cloud.ts";
import type { Synthesizer } from "../synthesize.ts";
import type { Transcriber } from "../transcribe.ts";
import { createWyomingSynthesizer, createWyomingTranscriber } from "../wyoming/wyoming-speech.ts";
import { findServer, type KeyPlace } from "./find-server.ts";

interface SpeechChoice extends KeyPlace {
  /** A section of `voice`. */
  readonly settings: {
    /** "auto", one of this device's programs, "openai" or "wyoming". */
    readonly provider?: string;
    readonly url?: string | undefined;
    readonly model?: string | undefined;
    readonly apiKeyFile?: string | undefined;
    readonly voice?: string | undefined;
    readonly voices?: Readonly<Record<string, string>>;
  };
  /** Of the household. */
  readonly languages: readonly string[];
  /** What the agent is called. */
  readonly names: readonly string[];
}

/**
 * The transcriber that the settings name: a server by its address, else OpenAI where it is asked for, else
 * PocketSphinx, which needs no server. Sends no request. Throws LociError BAD_CONFIG for settings that cannot work.
 */
export function chooseTranscriber(choice: SpeechChoice): Transcriber {
  const { languages, settings } = choice;
  const { provider, url = "", model } = settings;
  const isOffline = provider === "auto" && url === "" && model === undefined;
  if (provider === "pocketsphinx" || isOffline) return createPocketSphinx({ languages });
  if (isWyoming(choice)) return createWyomingTranscriber({ url, model });
  const server = findServer({ ...choice, section: "voice.transcriber" });
  const usual = isOpenAi(server.baseUrl) ? openAiHearing : "whisper-1";
  return createOpenAiTranscriber({ ...server, model: model ?? usual });
}

/**
 * Who speaks, the first that works: the one that the settings name, then espeak-ng, which needs no server. Sends no
 * request. Throws LociError BAD_CONFIG for settings that cannot work.
 */
export function chooseSynthesizers(choice: SpeechChoice): readonly Synthesizer[] {
  const { provider, url = "", model = "tts-1", voices = {} } = choice.settings;
  if (provider === "espeak" || (provider === "auto" && url === "")) {
    return [createEspeak({ voices })];
  }
  // Voices of a server are none of espeak-ng's.
  if (isWyoming(choice)) return [createWyomingSynthesizer({ url, voices }), createEspeak()];
  const server = findServer({ ...choice, section: "voice.synthesizer" });
  return [createOpenAiSynthesizer({ ...server, model, voices }), createEspeak()];
}

/**
 * The model that hears and speaks: at the server that the settings name, else at OpenAI. Sends no request. Throws
 * LociError BAD_CONFIG for settings that cannot work.
 */
export function chooseRealtime(choice: SpeechChoice): RealtimeModel {
  const { languages, names, settings } = choice;
  const { model = "", voice } = settings;
  const server = findServer({ ...choice, section: "voice.live" });
  return createOpenAiRealtime({ ...server, model, voice, languages, names });
}

const isWyoming = ({ settings: { provider, url = "" } }: SpeechChoice): boolean =>
  provider === "wyoming" || (provider === "auto" && url.startsWith("tcp:"));
