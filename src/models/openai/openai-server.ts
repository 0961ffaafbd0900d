import { distance } from "fastest-levenshtein";
import type { OpenAI } from "openai";
import { isObject, modelError } from "../servers/failure.ts";
import type { ModelServer } from "../servers/server.ts";
import { short } from "../short.ts";

/** What a model must be able to do to be the one that is asked, by its name. */
interface ModelKind {
  readonly does: string;
  readonly name: RegExp;
  /** Names the model. */
  readonly setting: string;
  /** Asked for where none fits: servers with one model do not read its name. */
  readonly usual?: string;
}

export const kinds = {
  chat: {
    does: "can chat",
    name: /^(?!.*(embed|minilm|\b(bge|e5|gte)-|rerank|whisper|transcribe|parakeet|tts|kokoro|piper|moderation|dall-e|flux|diffusion|image|sora|realtime))/i,
    setting: "model.name",
  },
  speak: {
    does: "speaks",
    name: /tts|kokoro|piper|speecht5|\bbark\b|chatterbox|orpheus|parler|vits/i,
    setting: "voice.synthesizer.model",
  },
  transcribe: {
    does: "transcribes",
    name: /whisper|transcribe|parakeet|canary|wav2vec|moonshine|sensevoice|\b(stt|asr)\b/i,
    setting: "voice.transcriber.model",
    usual: "whisper-1",
  },
  embed: { does: "embeds", name: /embed/, setting: "embedding.model" },
  live: { does: "hears and speaks", name: /realtime/, setting: "voice.live.model" },
} as const satisfies Readonly<Record<string, ModelKind>>;

/** A server that speaks OpenAI's protocol, and what was learned about it. */
export interface OpenAiServer {
  /** For people; `unnamed` stands for a model that is not known yet. */
  id(unnamed: string): string;
  /** With the model, as far as it is known. */
  now(): ModelServer;
  client(): Promise<OpenAI>;
  /** Its model; asks for its list where none was named. */
  model(signal: AbortSignal): Promise<string>;
  /** Looks whether it has its model; false where it keeps no list. Throws as the package does, or LociError. */
  check(signal: AbortSignal): Promise<boolean>;
}

/** Makes a server of which nothing is known but what is given; sends nothing. */
export function createOpenAiServer(given: ModelServer, kind: ModelKind, retries = 1): OpenAiServer {
  let server = given;
  let opened: Promise<OpenAI> | undefined;
  const client = (): Promise<OpenAI> => {
    opened ??= openClient(given, retries);
    return opened;
  };
  const look = async (signal: AbortSignal): Promise<readonly string[] | undefined> => {
    const listed = await listModels(await client(), server, signal);
    server = { ...server, model: server.model ?? onlyModel(server, kind, listed) };
    return listed;
  };
  return {
    id: (unnamed) => `${short(server.model ?? unnamed)} at ${new URL(server.baseUrl).host}`,
    now: () => server,
    client,
    async model(signal) {
      if (server.model === undefined) await look(signal);
      return server.model ?? "";
    },
    async check(signal) {
      const listed = await look(signal);
      const state = listed && missingModel(server.model ?? "", listed);
      if (state !== undefined) throw modelError(server, "model", state);
      return listed !== undefined;
    },
  };
}

/** A client that sends nothing the environment holds. The package takes 200 ms to load. */
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
      const isJson = typeof init?.body === "string";
      const headers = {
        accept: "application/json, text/event-stream, audio/*",
        ...(isJson ? { "content-type": "application/json" } : {}),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      };
      const response = await fetch(url, { ...init, redirect: "manual", headers });
      const { body, status } = response;
      const hurried = new Headers(response.headers);
      const wait = Number(hurried.get("retry-after") ?? 0);
      if (!(wait <= longestWait)) hurried.set("x-should-retry", "false");
      return new Response(body && limited(body), { status, headers: hurried });
    },
  });
}

/** Nobody waits here longer than this for a server that asks to be left alone (s): the caller tries again later. */
const longestWait = 5;

/** The most bytes of an answer: one without end would fill the memory. */
const maxBytes = 2 ** 26;

function limited(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let left = maxBytes;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      left -= piece.length;
      if (left < 0) throw new SyntaxError("it is larger than 64 MB");
      controller.enqueue(piece);
    },
  });
  return body.pipeThrough(limit);
}

/** The names of a server's models; undefined where it keeps no list. */
async function listModels(
  client: OpenAI,
  server: ModelServer,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const answer: unknown = await client.get("/models", { signal }).catch((error: unknown) => {
    if (isObject(error) && /^(404|405|501)$/.test(`${error.status}`)) return {};
    throw error;
  });
  if (!isObject(answer)) {
    const advice = 'check that this is the address of an OpenAI-compatible API, including "/v1"';
    throw modelError(server, "answer", `it did not answer with a list of models; ${advice}`);
  }
  if (!Array.isArray(answer.data)) return undefined;
  const ids = answer.data.map((model: unknown) => (isObject(model) ? String(model.id) : ""));
  // A name with a line break would only be there to be read.
  return ids.filter((id) => /^[^\p{C}\p{Zl}\p{Zp}]{1,1000}$/u.test(id));
}

/** Why that model cannot be asked there; undefined where nothing is in the way. */
function missingModel(model: string, listed: readonly string[]): string | undefined {
  // llama.cpp lists the file it has loaded, and takes any name.
  const takesAny = listed.length === 1 && /\.gguf$/.test(listed[0] ?? "");
  if (takesAny || listed.includes(model) || listed.includes(`${model}:latest`)) return undefined;
  if (listed.length === 0) return "it has no model; load one there";
  const near = listed.toSorted((a, b) => distance(model, a) - distance(model, b));
  return `it has no such model; name one that it has: ${quoted(near)}`;
}

/** The only model of a kind. Throws LociError MODEL_FAILED where that is not clear. */
function onlyModel(
  server: ModelServer,
  { does, name, setting, usual }: ModelKind,
  listed: readonly string[] = [],
): string {
  const able = listed.filter((id) => name.test(id));
  const [one] = able;
  if (usual !== undefined && (one === undefined || able.includes(usual))) return usual;
  if (one !== undefined && able.length === 1) return one;
  const several = `it has several models; name one in ${setting}: ${quoted(able)}`;
  const none = `it lists no model that ${does}; load one there, or name one in ${setting}`;
  throw modelError(server, "model", one === undefined ? none : several);
}

function quoted(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `"${short(name)}"`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
