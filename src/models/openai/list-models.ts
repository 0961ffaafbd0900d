import { distance } from "fastest-levenshtein";
import type { OpenAI } from "openai";
import type { LociError } from "../../errors.ts";
import { modelError } from "../servers/model-error.ts";
import { isObject, type ModelServer } from "../servers/server-failure.ts";
import { short } from "../short.ts";

/** A model as `/v1/models` lists it. */
interface Listed {
  readonly id: string;
  readonly owner: string;
}

/** Asks a server which models it has. Throws as the package does, or LociError where the answer is not a list. */
export async function listModels(
  client: OpenAI,
  server: ModelServer,
  signal: AbortSignal,
): Promise<readonly Listed[]> {
  const listed = readList(await client.get("/models", { signal }));
  if (listed === undefined) throw noList(server);
  return listed;
}

function readList(answer: unknown): readonly Listed[] | undefined {
  if (!isObject(answer) || !Array.isArray(answer.data)) return undefined;
  return answer.data.flatMap((model: unknown) =>
    isObject(model) && typeof model.id === "string" && isName(model.id)
      ? [{ id: model.id, owner: typeof model.owned_by === "string" ? model.owned_by : "" }]
      : [],
  );
}

/** No name has a line break, or goes on for ever; one of those would only be there to be read. */
function isName(id: string): boolean {
  return id !== "" && id.length <= longestName && !/[\p{C}\p{Zl}\p{Zp}]/u.test(id);
}

const longestName = 1_000;

function noList(server: ModelServer): LociError {
  const state =
    'its list of models is none; check that this is the address of an OpenAI-compatible API, including "/v1"';
  return modelError(server, { reason: "answer", state });
}

/** The same; undefined for a server that keeps no list, or answers with JSON that is none. */
export async function listOrNothing(
  client: OpenAI,
  server: ModelServer,
  signal: AbortSignal,
): Promise<readonly Listed[] | undefined> {
  try {
    const answer: unknown = await client.get("/models", { signal });
    // A page in place of JSON comes from something else.
    if (isObject(answer)) return readList(answer);
  } catch (error) {
    if (isObject(error) && [404, 405, 501].includes(Number(error.status))) return undefined;
    throw error;
  }
  throw noList(server);
}

/** What is wrong with asking for that model there; undefined where nothing is. */
export function missingModel(name: string, listed: readonly Listed[]): string | undefined {
  const has = listed.some(({ id }) => id === name || id === `${name}:latest`);
  // llama.cpp answers with the one it has loaded, whatever it is asked for.
  if (has || (listed.length === 1 && listed[0]?.owner === "llamacpp")) return undefined;
  if (listed.length === 0) return "it has no model; load one there";
  const near = listed.map(({ id }) => id).toSorted((a, b) => distance(name, a) - distance(name, b));
  return `it has no such model; name one that it has: ${quoted(near)}`;
}

type Named = { readonly name: string } | { readonly state: string };

/** The one model that can chat, or what to do where that is not clear. */
export function onlyChatModel(listed: readonly Listed[]): Named {
  const able = listed.filter(({ id }) => !otherKinds.test(id));
  if (able.length === 0) return { state: "it has no model that can chat; load one there" };
  return only(able, "it has several models; name one of them");
}

/** Names of models that embed, rank, hear, speak or draw. */
const otherKinds =
  /embed|minilm|\b(bge|e5|gte)-|rerank|whisper|transcribe|parakeet|tts|kokoro|piper|moderation|dall-e|flux|stable-diffusion|image|sora|realtime/i;

/** The one model that speaks, or what to do where that is not clear. */
export function onlySpeechModel(listed: readonly Listed[] | undefined): Named {
  const set = "voice.synthesizer.model";
  if (listed === undefined) return { state: `it does not list its models; name one in ${set}` };
  const able = listed.filter(({ id }) => speech.test(id));
  if (able.length === 0) {
    return { state: `it lists no model for speech; load one there, or name one in ${set}` };
  }
  return only(able, `it has several models for speech; name one in ${set}`);
}

const speech = /\btts|tts\b|kokoro|piper|speecht5|xtts|\bbark\b|chatterbox|orpheus|parler|vits/i;

/** The one model that transcribes, or what to do where that is not clear. */
export function onlyTranscribingModel(listed: readonly Listed[] = []): Named {
  const able = listed.filter(({ id }) => transcribing.test(id));
  // Servers without a list, such as whisper.cpp's, have one model and do not read its name.
  if (able.length === 0 || able.some(({ id }) => id === usual)) return { name: usual };
  return only(able, "it has several models that transcribe; name one in voice.transcriber.model");
}

const usual = "whisper-1";
const transcribing =
  /whisper|transcribe|parakeet|canary|wav2vec|moonshine|distil-|sensevoice|\b(?:stt|asr)\b/i;

function only([one, ...others]: readonly Listed[], several: string): Named {
  if (one !== undefined && others.length === 0) return { name: one.id };
  return { state: `${several}: ${quoted([one, ...others].flatMap((model) => model?.id ?? []))}` };
}

function quoted(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => `"${short(name)}"`);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}
