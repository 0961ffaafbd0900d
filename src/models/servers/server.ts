import { LociError } from "../../errors.ts";

/** A server and what it is asked for. */
export interface ModelServer {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Undefined: whichever the server has. */
  readonly model: string | undefined;
  readonly key: string | undefined;
  /** What it is to Loci, such as "transcriber"; "model" by default. */
  readonly what?: string | undefined;
}

/** What the settings say of a server that speaks OpenAI's protocol. */
export interface ServerOptions {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  /** Without one, the only model that the server has for this is asked. */
  readonly model?: string | undefined;
  readonly key?: string | undefined;
}

/** Checks an address, a name and a key before anything is sent. Throws LociError BAD_CONFIG; `kind` is "speech" or so. */
export function checkServer(kind: string, { baseUrl, ...options }: ServerOptions): ModelServer {
  const model = options.model?.trim();
  const key = options.key?.trim() || undefined;
  const isKey = key === undefined || /^[\x21-\x7e]+$/.test(key);
  const problem =
    urlProblem(baseUrl) ??
    (model === "" ? "no model is named" : undefined) ??
    (isKey ? undefined : "its key holds a blank or a character that no key has");
  if (problem === undefined) return { baseUrl: baseUrl.replace(/\/+$/, ""), model, key };
  const shown = baseUrl.replace(/\/\/.*@/s, "//");
  throw new LociError("BAD_CONFIG", `Cannot use ${kind} server "${shown}": ${problem}`);
}

function urlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return 'the address must start with "http://" or "https://"';
  }
  if (url.username !== "" || url.password !== "") {
    return "the address must hold no name or password; set a key in their place";
  }
  return url.search === "" && url.hash === ""
    ? undefined
    : 'the address must end with its path, such as "/v1"';
}

/** Where OpenAI itself answers. */
export const openAiUrl = "https://api.openai.com/v1";

/** Whether an address is that of OpenAI itself. */
export const isOpenAi = (baseUrl: string): boolean =>
  URL.parse(baseUrl)?.origin === new URL(openAiUrl).origin;
