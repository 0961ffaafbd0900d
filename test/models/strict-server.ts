import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a strict server sees it, read to its end and with the right key. */
export interface Request {
  /** Such as `POST /v1/embeddings`. */
  readonly route: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  readonly response: ServerResponse;
}

export interface StrictServer {
  /** Up to and with `/v1`. */
  readonly url: string;
  /** Of every request to any address. */
  readonly headers: IncomingMessage["headers"][];
  /** Everything that a strict server would have refused. */
  readonly violations: string[];
  close(): Promise<void>;
}

/** Serves `/v1` on loopback: reads requests, refuses a wrong key, and leaves the rest to `answer`. */
export async function startStrictServer(
  { key, port = 0 }: { readonly key?: string | undefined; readonly port?: number | undefined },
  answer: (request: Request) => unknown,
): Promise<StrictServer> {
  const [headers, violations]: [StrictServer["headers"], string[]] = [[], []];
  const wanted = key === undefined ? undefined : `Bearer ${key}`;
  const server = createServer(async (request, response) => {
    headers.push(request.headers);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { authorization } = request.headers;
    if (authorization !== wanted) {
      return refuse(response, 401, `Incorrect API key provided: ${authorization}`);
    }
    const route = `${request.method} ${request.url}`;
    await answer({ route, headers: request.headers, body: Buffer.concat(parts), response });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    headers,
    violations,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The JSON of a request that says it is JSON. */
export function jsonOf({ headers, body }: Request): unknown {
  try {
    return headers["content-type"] === "application/json" ? JSON.parse(String(body)) : undefined;
  } catch {
    return undefined;
  }
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

/** The list of models, of these names. */
export const sendModels = (response: ServerResponse, names: readonly string[]): void =>
  sendJson(response, 200, { object: "list", data: names.map((id) => ({ id, object: "model" })) });

/** An error as OpenAI words it; an object in place of a sentence is sent as `error`. */
export function refuse(
  response: ServerResponse,
  status: number,
  error: string | object,
  headers = {},
): void {
  const body = typeof error === "string" ? { message: error, type: "test", code: null } : error;
  sendJson(response, status, { error: body }, headers);
}
