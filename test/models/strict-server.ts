import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

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
  /** Answers whose connection was closed before their end. */
  closedEarly: number;
  close(): Promise<void>;
}

/** What a server does in place of its work: an error of OpenAI's form, JSON, bytes, then the end unless `open`; nothing; a reset. */
export type Fault =
  | {
      readonly status: number;
      readonly error?: string | object;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly body: unknown }
  | {
      readonly raw: string | Buffer | readonly (string | Buffer)[];
      readonly contentType?: string;
      readonly gapMs?: number;
      readonly open?: boolean;
    }
  | { readonly hang: true }
  | { readonly reset: true };

export const isFault = (reply: object): reply is Fault =>
  ["status", "body", "raw", "hang", "reset"].some((name) => name in reply);

export async function sendFault(fault: Fault, response: ServerResponse): Promise<void> {
  if ("hang" in fault) return;
  if ("reset" in fault) return void response.socket?.resetAndDestroy();
  if ("body" in fault) return sendJson(response, 200, fault.body);
  if ("status" in fault) return refuse(response, fault.status, fault.error ?? "no", fault.headers);
  const { raw, contentType = "text/event-stream", gapMs = 0, open = false } = fault;
  response.writeHead(200, { "content-type": contentType });
  for (const piece of typeof raw === "string" || Buffer.isBuffer(raw) ? [raw] : raw) {
    if (response.destroyed) return;
    response.write(piece);
    await sleep(gapMs); // Also with 0: a piece by itself.
  }
  if (!open) response.end();
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
    response.on("close", () => {
      if (!response.writableFinished) state.closedEarly++;
    });
    response.on("error", () => undefined); // The client has gone.
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
  const state: StrictServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    headers,
    violations,
    closedEarly: 0,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return state;
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
