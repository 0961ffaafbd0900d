import type { OpenAI } from "openai";
import type { ModelServer } from "../servers/server.ts";

/** A client that sends nothing the environment holds, made when it is first asked for: the package takes 200 ms to load. */
export function createOpenAiClient(server: ModelServer, maxRetries = 1): () => Promise<OpenAI> {
  let opened: Promise<OpenAI> | undefined;
  return () => {
    opened ??= openClient(server, maxRetries);
    return opened;
  };
}

async function openClient({ baseUrl, key }: ModelServer, maxRetries: number): Promise<OpenAI> {
  const { OpenAI } = await import("openai");
  return new OpenAI({
    baseURL: baseUrl,
    // Without these the package looks into the environment, where they may be meant for another server.
    apiKey: "unused",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries,
    // The caller's signal decides; the package's own limit would end a long wait that was asked for.
    timeout: 2 ** 31 - 1,
    fetch: async (url, init) => {
      const isJson = typeof init?.body === "string";
      const headers = {
        accept: "application/json, text/event-stream, audio/*",
        ...(isJson ? { "content-type": "application/json" } : {}),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      };
      const response = await fetch(url, { ...init, redirect: "manual", headers });
      return withoutLongWait(response);
    },
  });
}

/** Nobody waits here longer than this for a server that asks to be left alone (s): the caller tries again later. */
const longestWait = 5;

function withoutLongWait(response: Response): Response {
  const wait = Number(response.headers.get("retry-after") ?? 0);
  if (wait <= longestWait) return response;
  const headers = new Headers(response.headers);
  headers.set("x-should-retry", "false");
  return new Response(response.body, { status: response.status, headers });
}
