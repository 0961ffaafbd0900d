import { LociError } from "../../errors.ts";
import { isOpenAi, openAiUrl } from "../openai/client.ts";

/** A server that speaks OpenAI's protocol, and the key for it. */
export interface OpenAiPlace {
  readonly baseUrl: string;
  readonly key: string | undefined;
}

export interface OpenAiPlaceChoice {
  /** Of the settings. */
  readonly url: string | undefined;
  /** The key that is meant for that server, or for OpenAI where no server is named. */
  readonly own: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The server to ask, with the key that was meant for it and no other. */
export function findOpenAiPlace({ url, own, env }: OpenAiPlaceChoice): OpenAiPlace {
  const openAi = env.OPENAI_API_KEY?.trim() || undefined;
  if (url !== undefined) return { baseUrl: url, key: own ?? (isOpenAi(url) ? openAi : undefined) };
  if (own !== undefined) return { baseUrl: openAiUrl, key: own };
  // This key is meant for the address that stands beside it in the environment.
  const beside = env.OPENAI_BASE_URL?.trim();
  return { baseUrl: (openAi && beside) || openAiUrl, key: openAi };
}

/** The same for sound: nothing that is heard or said goes to OpenAI without a key. Throws LociError BAD_CONFIG. */
export function findSoundPlace(
  choice: OpenAiPlaceChoice,
  part: "transcriber" | "synthesizer",
): OpenAiPlace {
  const place = findOpenAiPlace(choice);
  if (place.key !== undefined || !isOpenAi(place.baseUrl)) return place;
  const advice = `set LOCI_${part.toUpperCase()}_API_KEY or voice.${part}.apiKeyFile, or name your own server in voice.${part}.url`;
  throw new LociError("BAD_CONFIG", `Cannot use OpenAI for speech: there is no key; ${advice}`);
}
