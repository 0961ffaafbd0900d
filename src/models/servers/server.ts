import { LociError } from "../../errors.ts";

/** A server and what it is asked for. */
export interface ModelServer {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Undefined: whichever a Wyoming server has. */
  readonly model: string | undefined;
  readonly key?: string | undefined;
  /** What it is to Loci, such as "transcriber"; "model" by default. */
  readonly what?: string | undefined;
}

/** What the settings say of a server that speaks OpenAI's protocol; `baseUrl`: up to and with `/v1`. */
export interface ServerOptions extends Pick<ModelServer, "baseUrl" | "key"> {
  readonly model: string;
}

/** Checks an address, a name and a key before anything is sent. Throws LociError BAD_CONFIG; `what` is "transcriber" or so. */
export function checkServer(what: string, { baseUrl, ...options }: ServerOptions): ModelServer {
  const model = options.model.trim();
  const key = options.key?.trim() || undefined;
  const problem = problemOf(URL.parse(baseUrl), model, key);
  if (problem === undefined) return { baseUrl: baseUrl.replace(/\/+$/, ""), model, key, what };
  const shown = baseUrl.replace(/\/\/.*@/s, "//");
  throw new LociError("BAD_CONFIG", `Cannot use the ${what} at "${shown}": ${problem}`);
}

function problemOf(url: URL | null, model: string, key = "none"): string | undefined {
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return 'the address must start with "http://" or "https://"';
  }
  if (url.username !== "" || url.password !== "") {
    return "the address must hold no name or password; set a key in their place";
  }
  if (url.search !== "" || url.hash !== "") {
    return 'the address must end with its path, such as "/v1"';
  }
  if (model === "") return "no model is named; name one that it has";
  return /^[\x21-\x7e]+$/.test(key)
    ? undefined
    : "its key holds a blank or a character that no key has";
}

/** Where OpenAI itself answers. */
export const openAiUrl = "https://api.openai.com/v1";

/** Whether an address is that of OpenAI itself. */
export const isOpenAi = (baseUrl: string): boolean =>
  URL.parse(baseUrl)?.origin === new URL(openAiUrl).origin;
