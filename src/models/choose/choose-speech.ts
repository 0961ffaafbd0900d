import { LociError } from "../../errors.ts";
import { createOpenAiRealtime } from "../openai/openai-realtime.ts";
import { createOpenAiSynthesizer } from "../openai/synthesizer.ts";
import { createOpenAiTranscriber } from "../openai/transcriber.ts";
import { createEspeak } from "../programs/espeak.ts";
import { createPocketSphinx } from "../programs/pocketsphinx.ts";
import type { RealtimeModel } from "../realtime.ts";
import { isOpenAi } from "../servers/server.ts";
import type { Synthesizer } from "../synthesize.ts";
import type { Transcriber } from "../transcribe.ts";
import { createWyomingSynthesizer } from "../wyoming/synthesizer.ts";
import { createWyomingTranscriber } from "../wyoming/transcriber.ts";
import { type FoundServer, findServer, keyVariable, type ServerChoice } from "./find-server.ts";

interface ServerSettings {
  readonly url?: string | undefined;
  readonly model?: string | undefined;
  readonly apiKeyFile?: string | undefined;
}

interface SpeechChoice<Settings extends ServerSettings> extends Pick<ServerChoice, "env" | "root"> {
  readonly settings: Settings;
}

/** The settings of section `voice.transcriber` that decide who listens. */
export interface TranscriberSettings extends ServerSettings {
  readonly provider: "auto" | "pocketsphinx" | "openai" | "wyoming";
}

interface TranscriberChoice extends SpeechChoice<TranscriberSettings> {
  /** Of the household. */
  readonly languages: readonly string[];
}

/**
 * The transcriber that the settings name: a server by its address, else OpenAI where it is asked for, else
 * PocketSphinx, which needs no server. Sends no request. Throws LociError BAD_CONFIG for settings that cannot work.
 */
export function chooseTranscriber(choice: TranscriberChoice): Transcriber {
  const { provider, url, model } = choice.settings;
  const isOffline = provider === "auto" && url === undefined && model === undefined;
  if (provider === "pocketsphinx" || isOffline) {
    return createPocketSphinx({ languages: choice.languages });
  }
  const tcp = wyomingUrl("transcriber", choice.settings);
  if (tcp !== undefined) return createWyomingTranscriber({ url: tcp, model });
  const server = findSpeechServer("transcriber", choice);
  const usual = isOpenAi(server.baseUrl) ? openAiHearing : undefined;
  return createOpenAiTranscriber({ ...server, model: model ?? usual });
}

/** OpenAI's model that writes down what is heard. */
const openAiHearing = "gpt-transcribe";

/** The settings of section `voice.synthesizer` that decide who speaks. */
interface SynthesizerSettings extends ServerSettings {
  readonly provider: "auto" | "espeak" | "openai" | "wyoming";
  readonly voices: Readonly<Record<string, string>>;
}

/**
 * Who speaks, the first that works: the one that the settings name, then espeak-ng, which needs no server. Sends no
 * request. Throws LociError BAD_CONFIG for settings that cannot work.
 */
export function chooseSynthesizers(
  choice: SpeechChoice<SynthesizerSettings>,
): readonly Synthesizer[] {
  const { provider, url, model, voices } = choice.settings;
  if (provider === "espeak" || (provider === "auto" && url === undefined)) {
    return [createEspeak({ voices })];
  }
  const tcp = wyomingUrl("synthesizer", choice.settings);
  const server =
    tcp === undefined
      ? createOpenAiSynthesizer({ ...findSpeechServer("synthesizer", choice), model, voices })
      : createWyomingSynthesizer({ url: tcp, voices });
  return [server, createEspeak()]; // Voices of a server are none of espeak-ng's.
}

/** The settings of section `voice.live`. */
interface LiveSettings extends ServerSettings {
  readonly model: string;
  readonly voice?: string | undefined;
}

interface LiveChoice extends SpeechChoice<LiveSettings> {
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
  const hearing = { model: openAiHearing, languages, keywords };
  return createOpenAiRealtime({ ...findSpeechServer("live", choice), model, voice, hearing });
}

/** The address of a Wyoming server, where the settings name one. Throws LociError BAD_CONFIG where it fits no provider. */
function wyomingUrl(
  part: "transcriber" | "synthesizer",
  { provider, url }: ServerSettings & { readonly provider: string },
): string | undefined {
  const isTcp = url?.startsWith("tcp:") === true;
  if (provider === "auto" || (provider === "wyoming") === isTcp) return isTcp ? url : undefined;
  const example = provider === "wyoming" ? "tcp://192.168.1.9:10300" : "http://192.168.1.9:8000/v1";
  const state = url === undefined ? "it has no address" : `"${url}" is not an address for it`;
  const advice = `set voice.${part}.url to one such as ${example}`;
  throw badConfig(`Cannot use ${part} "${provider}": ${state}; ${advice}`);
}

/** Nothing that is heard or said goes to OpenAI without a key. */
function findSpeechServer(
  part: "transcriber" | "synthesizer" | "live",
  { settings, env, root }: SpeechChoice<ServerSettings>,
): FoundServer {
  const section = `voice.${part}` as const;
  const server = findServer({ section, settings, env, root });
  if (server.key !== undefined || !isOpenAi(server.baseUrl)) return server;
  const advice = `set ${keyVariable(section)} or ${section}.apiKeyFile, or name your own server in ${section}.url`;
  throw badConfig(`Cannot use OpenAI for speech: there is no key; ${advice}`);
}

const badConfig = (sentence: string): LociError => new LociError("BAD_CONFIG", sentence);
