import { createOpenAiModel } from "./openai/openai-model.ts";
import { readKey } from "./read-key.ts";
import type { Model } from "./respond.ts";
import type { Retries } from "./retrying.ts";
import type { Task } from "./task.ts";

/** The settings of section `model` that decide who answers. */
export interface ModelSettings {
  readonly provider: "auto" | "offline" | "openai";
  readonly baseUrl?: string | undefined;
  readonly name?: string | undefined;
  readonly apiKeyFile?: string | undefined;
  readonly reply?: string | undefined;
  readonly extract?: string | undefined;
  readonly detect?: string | undefined;
  readonly split?: string | undefined;
  readonly summarize?: string | undefined;
  readonly timeoutMs: number;
  readonly stallMs: number;
}

export interface ModelChoice {
  readonly settings: ModelSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it is for. */
  readonly task: Task["type"];
  /** The vault: no key is read from a file in it. */
  readonly root: string;
  /** The model that needs nothing. */
  readonly offline: Model;
}

/**
 * The model that the settings name for a task: a server that is configured, else OpenAI where there is a key for it,
 * else the offline one. Asks nobody. Throws LociError BAD_CONFIG for settings that cannot work.
 */
export function chooseModel(choice: ModelChoice): Model {
  const { settings, task, offline } = choice;
  const own = settings[task];
  if (settings.provider === "offline" || own === "offline") return offline;
  const place = findPlace(choice);
  if (place === undefined) return offline;
  const isLive = task === "reply" || task === "detect";
  return createOpenAiModel({
    ...place,
    model: own ?? settings.name ?? (isOpenAi(place.baseUrl) ? openAiModel : undefined),
    timeouts: {
      first: settings.timeoutMs * (isLive ? 1 : 3),
      stall: settings.stallMs,
      total: 600_000 + settings.timeoutMs * (isLive ? 1 : 3),
    },
    retries: isLive ? hasty : patient,
  });
}

const openAiUrl = "https://api.openai.com/v1";
const openAiModel = "gpt-5-mini";

/** A person waits: one more try, and no long pause before it. */
const hasty: Retries = { times: 1, pause: 300, longest: 5_000 };
/** For what the queue tries again in any case. */
const patient: Retries = { times: 2, pause: 1_000, longest: 5_000 };

interface Place {
  readonly baseUrl: string;
  readonly key: string | undefined;
}

/** The server to ask, with the key that was meant for it and no other. */
function findPlace({ settings, env, root }: ModelChoice): Place | undefined {
  const own = readKey({
    env,
    variable: "LOCI_MODEL_API_KEY",
    setting: "model.apiKeyFile",
    file: settings.apiKeyFile,
    root,
  });
  const openAi = env.OPENAI_API_KEY?.trim() || undefined;
  const { baseUrl } = settings;
  if (baseUrl !== undefined) {
    return { baseUrl, key: own ?? (isOpenAi(baseUrl) ? openAi : undefined) };
  }
  if (own !== undefined) return { baseUrl: openAiUrl, key: own };
  // This key is meant for the address that stands beside it in the environment.
  if (openAi !== undefined) {
    return { baseUrl: env.OPENAI_BASE_URL?.trim() || openAiUrl, key: openAi };
  }
  return settings.provider === "openai" ? { baseUrl: openAiUrl, key: undefined } : undefined;
}

function isOpenAi(baseUrl: string): boolean {
  return URL.parse(baseUrl)?.origin === "https://api.openai.com";
}
