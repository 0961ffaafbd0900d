import { isOpenAi } from "../openai/client.ts";
import { createOpenAiModel } from "../openai/model.ts";
import type { Model } from "../respond.ts";
import type { Retries } from "../servers/retrying.ts";
import { findOpenAiServer, type OpenAiServer } from "./openai-server.ts";
import { readKey } from "./read-key.ts";

/** The settings of section `model` that decide who answers. */
export interface ModelSettings {
  readonly provider: "auto" | "offline" | "openai";
  readonly baseUrl?: string | undefined;
  readonly name?: string | undefined;
  readonly apiKeyFile?: string | undefined;
}

export interface ModelChoice {
  readonly settings: ModelSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A person waits for its answers. */
  readonly isLive: boolean;
  /** The vault: no key is read from a file in it. */
  readonly root: string;
}

/**
 * The model that the settings name: a server that is configured, else OpenAI where there is a key for it;
 * undefined where it is to do without. Sends no request. Throws LociError BAD_CONFIG for settings that cannot work.
 */
export function chooseModel(choice: ModelChoice): Model | undefined {
  const { settings, isLive } = choice;
  if (settings.provider === "offline") return undefined;
  const place = findPlace(choice);
  if (place === undefined) return undefined;
  const first = isLive ? firstWordMs : 3 * firstWordMs;
  return createOpenAiModel({
    ...place,
    model: settings.name ?? (isOpenAi(place.baseUrl) ? openAiModel : undefined),
    timeouts: { first, stall: stallMs, total: 600_000 + first },
    retries: isLive ? liveRetries : backgroundRetries,
  });
}

const openAiModel = "gpt-5-mini";

/** Longest wait for the first word of an answer where a person waits, and longest pause in the middle of any (ms). */
const firstWordMs = 60_000;
const stallMs = 20_000;

/** A person waits: one more try, and no long pause before it. */
const liveRetries: Retries = { times: 1, pause: 300, longest: 5_000 };
/** The queue tries again later in any case. */
const backgroundRetries: Retries = { times: 2, pause: 1_000, longest: 5_000 };

/** The server to ask; undefined where neither a server nor a key is named. */
function findPlace({ settings, env, root }: ModelChoice): OpenAiServer | undefined {
  const { baseUrl: url, provider, apiKeyFile: file } = settings;
  const setting = "model.apiKeyFile";
  const own = readKey({ env, variable: "LOCI_MODEL_API_KEY", setting, file, root });
  const place = findOpenAiServer({ url, own, env });
  const isNamed = url !== undefined || place.key !== undefined || provider === "openai";
  return isNamed ? place : undefined;
}
