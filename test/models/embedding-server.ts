import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const bodySchema = z.strictObject({
  model: z.string().min(1),
  input: z.array(z.string().min(1)).min(1).max(2048),
  encoding_format: z.literal("float"),
  dimensions: z.int().positive().optional(),
});

/** What a fault answers in place of vectors; "normal" passes. Called once a request, in order. */
type Fault = (
  request: { readonly input: readonly string[] },
  response: ServerResponse,
) => "normal" | "done";

export interface EmbeddingServer {
  readonly url: string;
  /** The texts of each accepted request. */
  readonly requests: string[][];
  readonly headers: IncomingMessage["headers"][];
  readonly dimensionsAsked: (number | undefined)[];
  /** Everything that a strict server would have refused. */
  readonly violations: string[];
  /** Applied to the next requests, first one first. */
  readonly faults: Fault[];
  /** Applied to every request while set. */
  always: Fault | undefined;
  close(): Promise<void>;
}

/** Speaks `/v1/embeddings` strictly on loopback: the vector of a text is fixed by its characters. */
export async function startEmbeddingServer(options: {
  dimensions: number;
  key?: string;
  model?: string;
  port?: number;
}): Promise<EmbeddingServer> {
  const { dimensions, key, model = "test-model" } = options;
  const state: Omit<EmbeddingServer, "url" | "close"> = {
    requests: [],
    headers: [],
    dimensionsAsked: [],
    violations: [],
    faults: [],
    always: undefined,
  };
  const server = createServer(async (request, response) => {
    const refuse = (status: number, message: string): void => {
      sendJson(response, status, { error: { message, type: "invalid_request_error" } });
    };
    const body = await readBody(request);
    state.headers.push(request.headers);
    const refusal = judgeHead(request, key);
    if (refusal !== undefined) return refuse(...refusal);
    const parsed = bodySchema.safeParse(body);
    if (request.headers["content-type"] !== "application/json" || !parsed.success) {
      state.violations.push(parsed.error ? z.prettifyError(parsed.error) : "content-type");
      return refuse(400, state.violations.join());
    }
    const { input, model: wanted, dimensions: asked } = parsed.data;
    const fault = state.faults.shift() ?? state.always;
    if (fault?.({ input }, response) === "done") return;
    if (wanted !== model) return refuse(404, `model "${wanted}" not found`);
    state.requests.push(input);
    state.dimensionsAsked.push(asked);
    sendJson(response, 200, toAnswer(input, dimensions, model));
  });
  await listen(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/v1`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  });
}

function judgeHead(request: IncomingMessage, key?: string): [number, string] | undefined {
  const { method, url, headers } = request;
  if (method !== "POST" || url !== "/v1/embeddings") return [404, `no route ${method} ${url}`];
  if (headers.authorization === (key === undefined ? undefined : `Bearer ${key}`)) return undefined;
  return [401, `Incorrect API key provided: ${headers.authorization}`];
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}

/** Out of order on purpose: only `index` says which is which. */
function toAnswer(input: readonly string[], dimensions: number, model: string): unknown {
  const data = input.map((text, index) => ({
    object: "embedding",
    index,
    embedding: vectorOf(text, dimensions),
  }));
  const usage = { prompt_tokens: 1, total_tokens: 1 };
  return { object: "list", data: data.reverse(), model, usage };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
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

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
}
