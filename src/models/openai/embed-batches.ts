import { LociError } from "../../errors.ts";

/** Most texts, and most tokens (estimated), in one request. */
export interface BatchLimits {
  readonly texts: number;
  readonly tokens: number;
}

type EmbedBatch = (batch: readonly string[]) => Promise<readonly Float32Array[]>;

/** Embeds in order, in batches within the limits; what the server finds too long is halved until it fits. */
export async function embedInBatches(
  texts: readonly string[],
  limits: BatchLimits,
  embed: EmbedBatch,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const batch of toBatches(texts, limits)) vectors.push(...(await embedFitting(batch, embed)));
  return vectors;
}

/** Cuts a list into batches; a text above the budget goes alone. */
function toBatches(texts: readonly string[], limits: BatchLimits): string[][] {
  const batches: string[][] = [];
  let tokens = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const cost = Math.ceil(Buffer.byteLength(text) / 3); // Three bytes a token: generous for every script.
    const last = batches.at(-1);
    if (last === undefined || last.length >= limits.texts || tokens + cost > limits.tokens) {
      batches.push([text]);
      tokens = cost;
    } else {
      last.push(text);
      tokens += cost;
    }
  }
  return batches;
}

/** Shorter than this, length cannot be what a server objects to. */
const shortest = 200;

/** Halves the batch, then the single text: the beginning of a passage finds it better than nothing. */
async function embedFitting(
  batch: readonly string[],
  embed: EmbedBatch,
): Promise<readonly Float32Array[]> {
  try {
    return await embed(batch);
  } catch (error) {
    if (!(error instanceof LociError) || error.data.reason !== "input") throw error;
    const [only = ""] = batch;
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      return [
        ...(await embedFitting(batch.slice(0, half), embed)),
        ...(await embedFitting(batch.slice(half), embed)),
      ];
    }
    if (only.length <= shortest) throw error;
    return embedFitting([only.slice(0, Math.ceil(only.length / 2)).toWellFormed()], embed);
  }
}
