import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { errnoOf } from "../../errors.ts";
import { TOO_LARGE } from "./server-failure.ts";

export interface HttpFetchOptions {
  /** Milliseconds for the connection to stand, TLS included. */
  readonly connectTimeout: number;
  /** Sent instead of whatever the caller of `fetch` would send; "content-type" only where there is a body, text or bytes. */
  readonly headers: Readonly<Record<string, string>>;
  readonly maxBytes: number;
}

/**
 * A `fetch` for one request, with the answer's body as a stream. The built-in one can neither be given a timeout
 * for connecting nor be kept from sending headers that an SDK found in the environment. Does not follow redirects and
 * takes no compressed answers. An abort or a body that is no longer read closes the connection.
 */
export function createHttpFetch(options: HttpFetchOptions): typeof fetch {
  return (url, init) => {
    const target = new URL(url instanceof Request ? url.url : url);
    const given = init?.body;
    const body = typeof given === "string" || given instanceof Uint8Array ? given : undefined;
    const { "content-type": type, ...headers } = options.headers;
    return new Promise((resolve, reject) => {
      const open = target.protocol === "https:" ? requestHttps : requestHttp;
      const request = open(target, {
        method: init?.method ?? "GET",
        headers: body === undefined || type === undefined ? headers : { ...options.headers },
      });
      limitConnecting(request, target.protocol === "https:", options.connectTimeout);
      destroyOnAbort(request, init?.signal ?? undefined, reject);
      request.on("error", reject);
      // 101 is no response to Node: the connection is handed over, and emits no other event.
      request.on("upgrade", (message, socket) => {
        socket.destroy();
        reject(failure(`it switches to another protocol (${message.statusCode})`, "EPROTO"));
      });
      request.on("close", () => reject(failure("it closed without an answer", "ECONNRESET")));
      request.on("response", (message) => {
        try {
          resolve(toResponse(message, options.maxBytes));
        } catch (error) {
          message.destroy();
          reject(error);
        }
      });
      request.end(body);
    });
  };
}

function limitConnecting(request: ClientRequest, secure: boolean, ms: number): void {
  request.on("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => {
      request.destroy(failure(`no connection within ${ms} ms`, "ETIMEDOUT"));
    }, ms);
    socket.once(secure ? "secureConnect" : "connect", () => clearTimeout(timer));
    socket.once("close", () => clearTimeout(timer));
  });
}

/** Not the `signal` option of `request`: that one lets go of the signal before the body is there. */
function destroyOnAbort(
  request: ClientRequest,
  signal: AbortSignal | undefined,
  reject: (reason: Error) => void,
): void {
  if (signal === undefined) return;
  const destroy = (): void => {
    const reason = new DOMException("This operation was aborted", "AbortError");
    request.destroy(reason);
    reject(reason); // Whatever became of the connection.
  };
  if (signal.aborted) destroy();
  else signal.addEventListener("abort", destroy, { once: true });
  request.once("close", () => signal.removeEventListener("abort", destroy));
}

function toResponse(message: IncomingMessage, maxBytes: number): Response {
  const status = message.statusCode ?? 0;
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value));
  // A Response with one of these must not have a body, not even an empty one.
  if (status === 204 || status === 205 || status === 304) {
    message.resume();
    return new Response(null, { status, headers });
  }
  return new Response(toStream(message, maxBytes), { status, headers });
}

function toStream(message: IncomingMessage, maxBytes: number): ReadableStream<Uint8Array> {
  let size = 0;
  let isOver = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const fail = (error: unknown): void => {
        if (!isOver) controller.error(error);
        isOver = true;
      };
      const breakOff = failure("it broke off in the middle of an answer", "ECONNRESET");
      message.on("data", (part: Buffer) => {
        if (isOver) return;
        size += part.length;
        if (size > maxBytes) {
          const most = Math.round(maxBytes / 2 ** 20);
          message.destroy(failure(`an answer of more than ${most} MB`, TOO_LARGE));
          return;
        }
        controller.enqueue(part);
        if ((controller.desiredSize ?? 0) <= 0) message.pause();
      });
      message.on("end", () => {
        if (!isOver) controller.close();
        isOver = true;
      });
      // Node calls a connection that the server closed "aborted", which reads as if we had.
      message.on("error", (error) => fail(errnoOf(error) === "ECONNRESET" ? breakOff : error));
      message.on("close", () => fail(breakOff));
      message.pause();
    },
    pull() {
      message.resume();
    },
    cancel() {
      isOver = true;
      message.destroy();
    },
  });
}

function failure(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}
