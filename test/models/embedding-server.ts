import { z } from "zod";
import {
  type Fault,
  jsonOf,
  refuse,
  type StrictServer,
  sendFault,
  sendJson,
  startStrictServer,
} from "./strict-server.ts";

const bodySchema = z.strictObject({
  model: z.string().min(1),
  input: z.array(z.string().min(1)).min(1).max(2048),
  encoding_format: z.literal("float"),
  dimensions: z.int().positive().optional(),
});

export interface EmbeddingServer extends StrictServer {
  /** The texts of each accepted request. */
  readonly requests: string[][];
  readonly dimensionsAsked: (number | undefined)[];
  /** What it does with texts in place of vectors, where that gives something. */
  always: Fault | ((input: readonly string[]) => Fault | undefined) | undefined;
}

/** Speaks `/v1/embeddings` strictly on loopback: the vector of a text is fixed by its characters. */
export async function startEmbeddingServer(options: {
  dimensions: number;
  key?: string;
  model?: string;
}): Promise<EmbeddingServer> {
  const { dimensions, key, model = "test-model" } = options;
  const server = await startStrictServer({ key }, (request) => {
    const { route, response } = request;
    if (route !== "POST /v1/embeddings") return refuse(response, 404, `no route ${route}`);
    const parsed = bodySchema.safeParse(jsonOf(request));
    if (!parsed.success) {
      state.violations.push(z.prettifyError(parsed.error));
      return refuse(response, 400, state.violations.join());
    }
    const { input, model: wanted, dimensions: asked } = parsed.data;
    const fault = typeof state.always === "function" ? state.always(input) : state.always;
    if (fault !== undefined) return sendFault(fault, response);
    if (wanted !== model) return refuse(response, 404, `model "${wanted}" not found`);
    state.requests.push(input);
    state.dimensionsAsked.push(asked);
    const vectors = input.map((text, index) => ({ index, embedding: vectorOf(text, dimensions) }));
    // Out of order on purpose: only `index` says which is which.
    sendJson(response, 200, { object: "list", data: vectors.reverse(), model });
  });
  const state: EmbeddingServer = Object.assign(server, {
    requests: [],
    dimensionsAsked: [],
    always: undefined,
  });
  return state;
}

/** Not of unit length, so that a missing normalisation shows. */
export function vectorOf(text: string, dimensions: number): number[] {
  let seed = 1;
  for (const char of text) seed = (Math.imul(seed, 31) + (char.codePointAt(0) ?? 0)) >>> 0;
  return Array.from({ length: dimensions }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 31 - 1;
  });
}
