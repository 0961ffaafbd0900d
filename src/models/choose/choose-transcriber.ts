import { LociError } from "../../errors.ts";
import { isOpenAi } from "../openai/client.ts";
import { createOpenAiTranscriber } from "../openai/transcriber.ts";
import { createPocketSphinx } from "../programs/pocketsphinx.ts";
import type { Transcriber } from "../transcribe.ts";
import { createWyomingTranscriber } from "../wyoming/transcriber.ts";
import { findSoundPlace } from "./openai-place.ts";
import { readKey } from "./read-key.ts";

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
  readonly names: readonly string[];
}

/**
 * The transcriber that the settings name: a server by its address, else OpenAI where it is asked for, else PocketSphinx,
 * which needs no server. Asks nobody. Throws LociError BAD_CONFIG for settings that cannot work.
 */
export function chooseTranscriber(choice: TranscriberChoice): Transcriber {
  const { languages, names } = choice;
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
  const { baseUrl, key } = findSoundPlace(
    { url, own: ownKey(choice), env: choice.env },
    "transcriber",
  );
  const usual = isOpenAi(baseUrl) ? openAiModel : undefined;
  return createOpenAiTranscriber({ baseUrl, key, model: model ?? usual, timeouts });
}

/** A Le Potato takes some 10 s for a sentence. */
const slowBoard = 30_000;
const openAiModel = "gpt-transcribe";

function ownKey({ settings, env, root }: TranscriberChoice): string | undefined {
  return readKey({
    env,
    variable: "LOCI_TRANSCRIBER_API_KEY",
    setting: "voice.transcriber.apiKeyFile",
    file: settings.apiKeyFile,
    root,
  });
}

function wrongUrl(provider: string, url: string | undefined, example: string): LociError {
  const state = url === undefined ? "no server is named" : `"${url}" is no address for it`;
  const advice = `set voice.transcriber.url to one such as ${example}`;
  return new LociError("BAD_CONFIG", `Cannot use transcriber "${provider}": ${state}; ${advice}`);
}
