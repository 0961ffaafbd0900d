import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

export interface HttpFetchOptions {
  /** Milliseconds for the connection to stand, TLS included. */
  readonly connectTimeout: number;
  /** Sent instead of whatever the caller of `fetch` would send. */
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
}

/**
 * A `fetch` for one request and a whole answer. The built-in one can neither be told how long to wait for a connection
 * nor be kept from sending headers that an SDK found in the environment. Does not follow redirects.
 */
export function createHttpFetch(options: HttpFetchOptions): typeof fetch {
  return (url, init) => {
    const target = new URL(url instanceof Request ? url.url : url);
    return new Promise((resolve, reject) => {
      const open = target.protocol === "https:" ? requestHttps : requestHttp;
      const request = open(target, {
        method: init?.method ?? "GET",
        headers: { ...options.headers },
        ...(init?.signal ? { signal: init.signal } : {}),
      });
      limitConnecting(request, target.protocol === "https:", options.connectTimeout);
      request.on("error", reject);
      request.on("response", (message) => {
        toResponse(message, options.maxBytes).then(resolve, reject);
      });
      request.end(typeof init?.body === "string" ? init.body : undefined);
    });
  };
}

function limitConnecting(request: ClientRequest, secure: boolean, ms: number): void {
  request.on("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      request.destroy(new Error(`no connection within ${ms} ms`));
    }, ms);
    socket.once(secure ? "secureConnect" : "connect", () => clearTimeout(timer));
    socket.once("close", () => clearTimeout(timer));
  });
}

async function toResponse(message: IncomingMessage, maxBytes: number): Promise<Response> {
  const body = await collect(message, maxBytes);
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value));
  // A Response with one of these must not have a body, not even an empty one.
  const bare = status === 204 || status === 205 || status === 304;
  return new Response(bare ? null : body, { status, headers });
}

async function collect(
  answer: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    size += part.length;
    if (size > maxBytes) throw new Error(`an answer of more than ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
