import { createOpenAiModel } from "../openai/model.ts";
import type { Model } from "../respond.ts";
import { isOpenAi } from "../servers/is-cloud.ts";
import { findServer, type KeyPlace } from "./find-server.ts";

/** The settings of section `model` that decide who answers. */
export interface ModelSettings {
  readonly provider: "auto" | "offline" | "openai";
  readonly baseUrl?: string | undefined;
  readonly name?: string | undefined;
  readonly apiKeyFile?: string | undefined;
}

/**
 * The model that the settings name: a server that is configured, else OpenAI where there is a key for it;
 * undefined where it is to do without. `isLive`: a person waits for its answers. Sends no request. Throws LociError
 * BAD_CONFIG for settings that cannot work.
 */
export function chooseModel(
  { provider, baseUrl: url, name, apiKeyFile }: ModelSettings,
  { env, root }: KeyPlace,
  isLive: boolean,
): Model | undefined {
  if (provider === "offline") return undefined;
  const server = findServer({ section: "model", settings: { url, apiKeyFile }, env, root });
  if (url === undefined && server.key === undefined && provider !== "openai") return undefined;
  const model = name ?? (isOpenAi(server.baseUrl) ? "gpt-5-mini" : "");
  return createOpenAiModel({ ...server, model, waits: { first: isLive ? 60_000 : 180_000 } });
}
