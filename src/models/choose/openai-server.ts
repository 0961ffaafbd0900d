import { isOpenAi, openAiUrl } from "../openai/client.ts";

/** A server that speaks OpenAI's protocol, and the key for it. */
export interface OpenAiServer {
  readonly baseUrl: string;
  readonly key: string | undefined;
}

interface OpenAiServerChoice {
  /** Of the settings. */
  readonly url: string | undefined;
  /** The key that is meant for that server, or for OpenAI where no server is named. */
  readonly own: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The server to ask, with the key that was meant for it and no other. */
export function findOpenAiServer({ url, own, env }: OpenAiServerChoice): OpenAiServer {
  const openAi = env.OPENAI_API_KEY?.trim() || undefined;
  if (url !== undefined) return { baseUrl: url, key: own ?? (isOpenAi(url) ? openAi : undefined) };
  if (own !== undefined) return { baseUrl: openAiUrl, key: own };
  // This key is meant for the address that stands beside it in the environment.
  const beside = env.OPENAI_BASE_URL?.trim();
  return { baseUrl: (openAi && beside) || openAiUrl, key: openAi };
}
