import type { OpenAI } from "openai";
import { z } from "zod";
import { adviceOn, LociError } from "../../errors.ts";
import type { Provider } from "../provider.ts";
import { type Asked, isObject, modelError } from "../servers/failure.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { failureOf } from "../servers/limit.ts";
import { short } from "../short.ts";

/** What the settings say of a server that speaks OpenAI's protocol. */
export interface ServerOptions {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly key?: string | undefined;
}

/** A server that speaks OpenAI's protocol. */
export interface OpenAiServer extends Asked, ServerOptions {
  /** Its list of models is what it is probed by. */
  readonly provider: Provider;
  /** Opened when it is first needed: the package takes 200 ms to load. */
  readonly client: () => Promise<OpenAI>;
}

/** Checks an address, a name and a key; sends nothing. `what` is "transcriber" or so. Throws LociError BAD_CONFIG. */
export function openServer(what: string, options: ServerOptions): OpenAiServer {
  const model = options.model.trim();
  const key = options.key?.trim() || undefined;
  const url = URL.parse(options.baseUrl);
  const problem = problemOf(url, model, key);
  if (url === null || problem !== undefined) {
    const shown = options.baseUrl.replace(/\/\/.*@/s, "//");
    throw new LociError("BAD_CONFIG", `Cannot use the ${what} at "${shown}": ${problem}`);
  }
  const embeds = what === "embedding model";
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const does = `${embeds ? "embed with" : "ask"} "${short(model)}" at "${baseUrl}"`;
  const asked = {
    does,
    key,
    code: embeds ? ("EMBEDDING_FAILED" as const) : ("MODEL_FAILED" as const),
  };
  let opened: Promise<OpenAI> | undefined;
  const client = (): Promise<OpenAI> => {
    opened ??= openClient(baseUrl, key);
    return opened;
  };
  const probe = () =>
    failureOf(asked, async (limit) => {
      const problem = missing(model, await listModels(await client(), limit));
      if (problem !== undefined) throw modelError(asked, "model", problem);
    });
  const id = `${short(model)} at ${url.host}`;
  const provider = { id, isCloud: isCloudAddress(baseUrl), probe };
  return { ...asked, baseUrl, model, provider, client };
}

function problemOf(url: URL | null, model: string, key = "none"): string | undefined {
  const { protocol = "", username, password, search, hash } = url ?? {};
  if (!/^https?:$/.test(protocol) || `${username}${password}${search}${hash}` !== "") {
    return 'the address must start with "http://" or "https://", end with its path, such as "/v1", and hold no name or password';
  }
  if (model === "") return "no model is named; name one that it has";
  if (/^[\x21-\x7e]+$/.test(key)) return undefined;
  return "its key holds a blank or a character that no key has";
}

/** Sends nothing that the environment holds. */
async function openClient(baseURL: string, key: string | undefined) {
  const { OpenAI } = await import("openai");
  return new OpenAI({
    baseURL,
    apiKey: "unused", // What is left out here the package looks for in the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 1,
    timeout: 2 ** 31 - 1, // The caller's signal decides.
    fetch: (url, init) => {
      const headers = {
        accept: "application/json, text/event-stream, audio/*",
        ...(typeof init?.body === "string" ? { "content-type": "application/json" } : {}),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      };
      return fetch(url, { ...init, redirect: "manual", headers });
    },
  });
}

/** The names of a server's models; undefined where it keeps no list. */
async function listModels(client: OpenAI, signal: AbortSignal): Promise<string[] | undefined> {
  try {
    const { data } = listSchema.parse(await client.get("/models", { signal }));
    return data.map(({ id }) => id);
  } catch (error) {
    if (error instanceof z.ZodError) throw new SyntaxError("it is no list of models");
    if (isObject(error) && /^(404|405|501)$/.test(`${error.status}`)) return undefined;
    throw error;
  }
}

/** What `/v1/models` answers. */
export const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

function missing(model: string, listed: readonly string[] = [model]): string | undefined {
  // llama.cpp lists the file it has loaded, and takes any name.
  const takesAny = listed.length === 1 && /\.gguf$/.test(listed[0] ?? "");
  if (takesAny || listed.includes(model) || listed.includes(`${model}:latest`)) return undefined;
  const names = listed.slice(0, 5).map((name) => `"${short(name)}"`);
  return adviceOn(model, listed, `it has ${names.join(", ") || "none at all"}`);
}
