import { LociError } from "../../errors.ts";
import { createOpenAiRealtime } from "../openai/openai-realtime.ts";
import { createOpenAiSynthesizer } from "../openai/synthesizer.ts";
import { createOpenAiTranscriber } from "../openai/transcriber.ts";
import { createEspeak } from "../programs/espeak.ts";
import { createPocketSphinx } from "../programs/pocketsphinx.ts";
import type { RealtimeModel } from "../realtime.ts";
import { isOpenAi } from "../servers/is-cloud.ts";
import type { Synthesizer } from "../synthesize.ts";
import type { Transcriber } from "../transcribe.ts";
import { createWyomingSynthesizer, createWyomingTranscriber } from "../wyoming/wyoming-speech.ts";
import { findServer, type KeyPlace, keyVariable } from "./find-server.ts";

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

/** OpenAI's model that writes down what is heard. */
const openAiHearing = "gpt-transcribe";

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
  const server = findSpeechServer("transcriber", choice);
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
  const server = isWyoming(choice)
    ? createWyomingSynthesizer({ url, voices })
    : createOpenAiSynthesizer({ ...findSpeechServer("synthesizer", choice), model, voices });
  return [server, createEspeak()]; // Voices of a server are none of espeak-ng's.
}

/**
 * The model that hears and speaks: at the server that the settings name, else at OpenAI. Sends no request. Throws
 * LociError BAD_CONFIG for settings that cannot work.
 */
export function chooseRealtime(choice: SpeechChoice): RealtimeModel {
  const { languages, names: keywords } = choice;
  const { model = "", voice } = choice.settings;
  const hearing = { model: openAiHearing, languages, keywords };
  return createOpenAiRealtime({ ...findSpeechServer("live", choice), model, voice, hearing });
}

const isWyoming = ({ settings: { provider, url = "" } }: SpeechChoice): boolean =>
  provider === "wyoming" || (provider === "auto" && url.startsWith("tcp:"));

/** Nothing that is heard or said goes to OpenAI without a key. */
function findSpeechServer(
  part: "transcriber" | "synthesizer" | "live",
  { settings, env, root }: SpeechChoice,
): ReturnType<typeof findServer> {
  const section = `voice.${part}` as const;
  const server = findServer({ section, settings, env, root });
  if (server.key !== undefined || !isOpenAi(server.baseUrl)) return server;
  const advice = `set ${keyVariable(section)} or ${section}.apiKeyFile, or name your own server in ${section}.url`;
  throw new LociError("BAD_CONFIG", `Cannot use OpenAI for speech: there is no key; ${advice}`);
}
