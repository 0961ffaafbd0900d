import { distance } from "fastest-levenshtein";
import type { OpenAI } from "openai";
import { z } from "zod";
import type { LociError } from "../../errors.ts";
import { isObject, modelError } from "../servers/failure.ts";
import { askWithin, failureOf, probeMs } from "../servers/limit.ts";
import type { ModelServer } from "../servers/server.ts";
import { short } from "../short.ts";

/** Why a server cannot be asked for its model, as far as its list of models tells. Never throws. */
export function probeModel(
  server: ModelServer,
  client: () => Promise<OpenAI>,
  signal?: AbortSignal,
): Promise<LociError | undefined> {
  const look = async (limit: AbortSignal): Promise<void> => {
    const state = missing(server.model ?? "", await listModels(await client(), limit));
    if (state !== undefined) throw modelError(server, "model", state);
  };
  return failureOf(askWithin(server, probeMs, look, signal));
}

/** The names of a server's models; undefined where it keeps no list. */
async function listModels(
  client: OpenAI,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const answer: unknown = await client.get("/models", { signal }).catch((error: unknown) => {
    if (isObject(error) && /^(404|405|501)$/.test(`${error.status}`)) return undefined;
    throw error;
  });
  if (answer === undefined) return undefined;
  const list = listSchema.safeParse(answer);
  if (!list.success) throw new SyntaxError("it is no list of models");
  return list.data.data.map(({ id }) => id);
}

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

function missing(model: string, listed: readonly string[] = [model]): string | undefined {
  // llama.cpp lists the file it has loaded, and takes any name.
  const takesAny = listed.length === 1 && /\.gguf$/.test(listed[0] ?? "");
  if (takesAny || listed.includes(model) || listed.includes(`${model}:latest`)) return undefined;
  if (listed.length === 0) return "it has no model; load one there";
  const near = listed.toSorted((a, b) => distance(model, a) - distance(model, b)).slice(0, 5);
  const named = near.map((name) => `"${short(name)}"`).join(", ");
  return `it has no such model; of those that it has, the nearest are: ${named}`;
}
