import type { OpenAI } from "openai";
import type { ModelServer } from "../servers/server.ts";

/** What opens the client of a server when it is first needed: the package takes 200 ms to load. */
export function clientOf(server: ModelServer, maxRetries = 1): () => Promise<OpenAI> {
  let opened: Promise<OpenAI> | undefined;
  return () => {
    opened ??= openClient(server, maxRetries);
    return opened;
  };
}

/** Sends nothing that the environment holds. */
async function openClient({ baseUrl, key }: ModelServer, maxRetries: number): Promise<OpenAI> {
  const { OpenAI } = await import("openai");
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: "unused", // What is left out here the package looks for in the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries,
    timeout: 2 ** 31 - 1, // The caller's signal decides.
    fetch: async (url, init) => {
      const headers = {
        accept: "application/json, text/event-stream, audio/*",
        ...(typeof init?.body === "string" ? { "content-type": "application/json" } : {}),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      };
      const response = await fetch(url, { ...init, redirect: "manual", headers });
      const hurried = new Headers(response.headers);
      const wait = Number(hurried.get("retry-after") ?? 0);
      if (!(wait <= longestWait)) hurried.set("x-should-retry", "false");
      return new Response(response.body, { status: response.status, headers: hurried });
    },
  });
}

/** Nobody waits here longer than this for a server that asks to be left alone (s): the caller tries again later. */
const longestWait = 5;
