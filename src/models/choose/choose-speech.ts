import { LociError } from "../../errors.ts";
import { isOpenAi } from "../openai/client.ts";
import { createOpenAiRealtime } from "../openai/openai-realtime.ts";
import { createOpenAiSynthesizer } from "../openai/synthesizer.ts";
import { createOpenAiTranscriber } from "../openai/transcriber.ts";
import { createEspeak } from "../programs/espeak.ts";
import { createPocketSphinx } from "../programs/pocketsphinx.ts";
import type { RealtimeModel } from "../realtime.ts";
import type { Synthesizer } from "../synthesize.ts";
import type { Transcriber } from "../transcribe.ts";
import { createWyomingSynthesizer } from "../wyoming/synthesizer.ts";
import { createWyomingTranscriber } from "../wyoming/transcriber.ts";
import { findOpenAiServer, type OpenAiServer } from "./openai-server.ts";
import { readKey } from "./read-key.ts";

interface ServerSettings {
  readonly url?: string | undefined;
  readonly model?: string | undefined;
  readonly apiKeyFile?: string | undefined;
}

interface SpeechSettings<Provider extends string> extends ServerSettings {
  readonly provider: Provider;
}

interface SpeechChoice<Settings extends ServerSettings> {
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The vault: no key is read from a file in it. */
  readonly root: string;
}

/** The settings of section `voice.transcriber` that decide who listens. */
export type TranscriberSettings = SpeechSettings<"auto" | "pocketsphinx" | "openai" | "wyoming">;

export interface TranscriberChoice extends SpeechChoice<TranscriberSettings> {
  /** Of the household. */
  readonly languages: readonly string[];
  /** What the agent is called. */
  readonly names: readonly string[];
}

/**
 * The transcriber that the settings name: a server by its address, else OpenAI where it is asked for, else PocketSphinx,
 * which needs no server. Sends no request. Throws LociError BAD_CONFIG for settings that cannot work.
 */
export function chooseTranscriber(choice: TranscriberChoice): Transcriber {
  const { languages, names } = choice;
  const { provider, url, model } = choice.settings;
  const isTcp = url?.startsWith("tcp:") === true;
  const isOffline = provider === "auto" && url === undefined && model === undefined;
  if (provider === "pocketsphinx" || isOffline) {
    return createPocketSphinx({ languages, names });
  }
  const refuse = (example: string): LociError => {
    const state = url === undefined ? "no server is named" : `"${url}" is not an address for it`;
    const advice = `set voice.transcriber.url to one such as ${example}`;
    return badConfig(`Cannot use transcriber "${provider}": ${state}; ${advice}`);
  };
  if (provider === "wyoming" || (provider === "auto" && isTcp)) {
    if (url === undefined || !isTcp) throw refuse("tcp://192.168.1.9:10300");
    return createWyomingTranscriber({ url, model });
  }
  if (isTcp) throw refuse("http://192.168.1.9:8000/v1");
  const { baseUrl, key } = findSpeechServer(choice, "transcriber");
  const usual = isOpenAi(baseUrl) ? openAiModel : undefined;
  return createOpenAiTranscriber({ baseUrl, key, model: model ?? usual });
}

const openAiModel = "gpt-transcribe";

/** The settings of section `voice.synthesizer` that decide who speaks. */
interface SynthesizerSettings extends SpeechSettings<"auto" | "espeak" | "openai" | "wyoming"> {
  readonly voices: Readonly<Record<string, string>>;
}

export type SynthesizerChoice = SpeechChoice<SynthesizerSettings>;

/**
 * Who speaks, the first that works: the one that the settings name, then espeak-ng, which needs no server. Sends no request.
 * Throws LociError BAD_CONFIG for settings that cannot work.
 */
export function chooseSynthesizers(choice: SynthesizerChoice): readonly Synthesizer[] {
  const server = chooseSpeakingServer(choice);
  // Voices of a server are none of espeak-ng's.
  return server === undefined
    ? [createEspeak({ voices: choice.settings.voices })]
    : [server, createEspeak()];
}

function chooseSpeakingServer(choice: SynthesizerChoice): Synthesizer | undefined {
  const { provider, url, model, voices } = choice.settings;
  if (provider === "espeak" || (provider === "auto" && url === undefined)) return undefined;
  const isTcp = url?.startsWith("tcp:") === true;
  const refuse = (example: string): LociError => {
    const state = url === undefined ? "it has no address" : `its address is "${url}"`;
    const advice = `set voice.synthesizer.url to one such as ${example}`;
    return badConfig(`Cannot speak with provider "${provider}": ${state}; ${advice}`);
  };
  if (provider === "wyoming" || (provider === "auto" && isTcp)) {
    if (url === undefined || !isTcp) throw refuse("tcp://192.168.1.9:10200");
    return createWyomingSynthesizer({ url, voices });
  }
  if (isTcp) throw refuse("http://192.168.1.9:8000/v1");
  const place = findSpeechServer(choice, "synthesizer");
  return createOpenAiSynthesizer({ ...place, model, voices });
}

/** The settings of section `voice.live`. */
interface LiveSettings extends ServerSettings {
  readonly model: string;
  readonly voice?: string | undefined;
}

/** Writes down what is heard, beside the model that talks. */
const hearingModel = "gpt-transcribe";

export interface LiveChoice extends SpeechChoice<LiveSettings> {
  /** Of the household. */
  readonly languages: readonly string[];
  /** What the agent is called. */
  readonly names: readonly string[];
}

/**
 * The model that hears and speaks: at the server that the settings name, else at OpenAI. Sends no request. Throws
 * LociError BAD_CONFIG for settings that cannot work.
 */
export function chooseRealtime(choice: LiveChoice): RealtimeModel {
  const { model, voice } = choice.settings;
  const { languages, names: keywords } = choice;
  return createOpenAiRealtime({
    ...findSpeechServer(choice, "live"),
    model,
    voice,
    hearing: { model: hearingModel, languages, keywords },
  });
}

type Part = "transcriber" | "synthesizer" | "live";

/** Nothing that is heard or said goes to OpenAI without a key. */
function findSpeechServer(choice: SpeechChoice<ServerSettings>, part: Part): OpenAiServer {
  const { settings, env } = choice;
  const place = findOpenAiServer({ url: settings.url, own: ownKey(choice, part), env });
  if (place.key !== undefined || !isOpenAi(place.baseUrl)) return place;
  const advice = `set LOCI_${part.toUpperCase()}_API_KEY or voice.${part}.apiKeyFile, or name your own server in voice.${part}.url`;
  throw badConfig(`Cannot use OpenAI for speech: there is no key; ${advice}`);
}

function ownKey(
  { settings, env, root }: SpeechChoice<ServerSettings>,
  part: Part,
): string | undefined {
  const variable = `LOCI_${part.toUpperCase()}_API_KEY`;
  const setting = `voice.${part}.apiKeyFile`;
  return readKey({ env, variable, setting, file: settings.apiKeyFile, root });
}

const badConfig = (sentence: string): LociError => new LociError("BAD_CONFIG", sentence);
