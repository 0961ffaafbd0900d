import { distance } from "fastest-levenshtein";
import type { OpenAI } from "openai";
import { isObject, modelError } from "../servers/failure.ts";
import type { ModelServer } from "../servers/server.ts";
import { short } from "../short.ts";
import { createOpenAiClient } from "./client.ts";

/** What a model must be able to do to be the one that is asked, by its name. */
interface ModelKind {
  readonly does: string;
  readonly fits: (id: string) => boolean;
  /** Names the model. */
  readonly setting: string;
  /** Asked for where none fits: servers with one model do not read its name. */
  readonly usual?: string;
}

const speaks = /\btts|tts\b|kokoro|piper|speecht5|xtts|\bbark\b|chatterbox|orpheus|parler|vits/i;
const transcribes =
  /whisper|transcribe|parakeet|canary|wav2vec|moonshine|distil-|sensevoice|\b(?:stt|asr)\b/i;
const embeds = /embed|minilm|\b(bge|e5|gte)-/i;
const doesElse = /rerank|moderation|dall-e|flux|stable-diffusion|image|sora|realtime/i;

const chats = (id: string): boolean =>
  [speaks, transcribes, embeds, doesElse].every((other) => !other.test(id));

export const kinds = {
  chat: { does: "can chat", fits: chats, setting: "model.name" },
  embed: { does: "embeds", fits: (id) => embeds.test(id), setting: "embedding.model" },
  speak: { does: "speaks", fits: (id) => speaks.test(id), setting: "voice.synthesizer.model" },
  transcribe: {
    does: "transcribes",
    fits: (id) => transcribes.test(id),
    setting: "voice.transcriber.model",
    usual: "whisper-1",
  },
  live: {
    does: "hears and speaks",
    fits: (id) => /realtime/.test(id),
    setting: "voice.live.model",
  },
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
export function createOpenAiServer(
  given: ModelServer,
  kind: ModelKind,
  retries?: number,
): OpenAiServer {
  const client = createOpenAiClient(given, retries);
  let server = given;
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
  { does, fits, setting, usual }: ModelKind,
  listed: readonly string[] | undefined,
): string {
  const able = listed?.filter(fits) ?? [];
  const [one, ...others] = able;
  if (usual !== undefined && (one === undefined || able.includes(usual))) return usual;
  if (one !== undefined && others.length === 0) return one;
  const several = `it has several models; name one in ${setting}: ${quoted(able)}`;
  const none = `it lists no model that ${does}; load one there, or name one in ${setting}`;
  throw modelError(server, "model", one === undefined ? none : several);
}

function quoted(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `"${short(name)}"`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
