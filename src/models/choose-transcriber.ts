import { LociError } from "../errors.ts";
import { createPocketSphinx } from "./offline/pocketsphinx.ts";
import { createOpenAiTranscriber } from "./openai/openai-transcriber.ts";
import { readKey } from "./read-key.ts";
import type { Transcriber } from "./transcribe.ts";
import { createWyomingTranscriber } from "./wyoming/wyoming-transcriber.ts";

/** The settings of section `voice.transcriber` that decide who listens. */
export interface TranscriberSettings {
  readonly provider: "auto" | "pocketsphinx" | "openai" | "wyoming";
  readonly url?: string | undefined;
  readonly model?: string | undefined;
  readonly apiKeyFile?: string | undefined;
  readonly timeoutMs: number;
}

export interface TranscriberChoice {
  readonly settings: TranscriberSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The vault: no key is read from a file in it. */
  readonly root: string;
  /** Of the household. */
  readonly languages: readonly string[];
  /** What the agent is called. */
  readonly names?: readonly string[];
}

/**
 * The transcriber that the settings name: a server by its address, else OpenAI where it is asked for, else PocketSphinx,
 * which needs no server. Asks nobody. Throws LociError BAD_CONFIG for settings that cannot work.
 */
export function chooseTranscriber(choice: TranscriberChoice): Transcriber {
  const { languages, names = [] } = choice;
  const { provider, url, model, timeoutMs } = choice.settings;
  const isTcp = url?.startsWith("tcp:") === true;
  const isOffline = provider === "auto" && url === undefined && model === undefined;
  if (provider === "pocketsphinx" || isOffline) {
    return createPocketSphinx({ languages, names, timeoutMs: Math.max(timeoutMs, slowBoard) });
  }
  const timeouts = { total: timeoutMs };
  if (provider === "wyoming" || (provider === "auto" && isTcp)) {
    if (url === undefined || !isTcp) throw wrongUrl(provider, url, "tcp://192.168.1.9:10300");
    return createWyomingTranscriber({ url, model, timeouts });
  }
  if (isTcp) throw wrongUrl(provider, url, "http://192.168.1.9:8000/v1");
  const { baseUrl, key } = findPlace(choice);
  const usual = isOpenAi(baseUrl) ? openAiModel : undefined;
  return createOpenAiTranscriber({ baseUrl, key, model: model ?? usual, timeouts });
}

/** A Le Potato takes some 10 s for a sentence. */
const slowBoard = 30_000;
const openAiUrl = "https://api.openai.com/v1";
const openAiModel = "gpt-transcribe";

/** The server to ask, with the key that was meant for it and no other. */
function findPlace({ settings, env, root }: TranscriberChoice) {
  const { url, apiKeyFile: file } = settings;
  const setting = "voice.transcriber.apiKeyFile";
  const own = readKey({ env, variable: "LOCI_TRANSCRIBER_API_KEY", setting, file, root });
  const openAi = env.OPENAI_API_KEY?.trim() || undefined;
  if (url !== undefined) {
    return { baseUrl: url, key: own ?? (isOpenAi(url) ? openAi : undefined) };
  }
  if (own !== undefined) return { baseUrl: openAiUrl, key: own };
  // This key is meant for the address that stands beside it in the environment.
  const beside = env.OPENAI_BASE_URL?.trim();
  return { baseUrl: (openAi && beside) || openAiUrl, key: openAi };
}

function isOpenAi(baseUrl: string): boolean {
  return URL.parse(baseUrl)?.origin === "https://api.openai.com";
}

function wrongUrl(provider: string, url: string | undefined, example: string): LociError {
  const state = url === undefined ? "no server is named" : `"${url}" is no address for it`;
  const advice = `set voice.transcriber.url to one such as ${example}`;
  return new LociError("BAD_CONFIG", `Cannot use transcriber "${provider}": ${state}; ${advice}`);
}
