import { once } from "node:events";
import { type Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { createWatchdog, type Watchdog } from "./watchdog.ts";

export interface HttpRequest {
  readonly url: URL;
  readonly agent: Agent;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: AsyncIterable<Uint8Array>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

export interface HttpResponse {
  readonly status: number;
  header(name: string): string;
  /** Read once; or left alone and closed. */
  readonly body: AsyncIterable<Buffer>;
  /** The beginning of the body as text, for a sentence. */
  text(): Promise<string>;
  close(): void;
}

/** Asks a web server once. Redirects are responses like others; silence ends it with a SilenceError. */
export async function requestHttp(options: HttpRequest): Promise<HttpResponse> {
  const watchdog = createWatchdog(options.timeoutMs, options.signal);
  try {
    const response = await send(options, watchdog);
    const body = readBody(response, watchdog);
    const close = (): void => {
      watchdog.stop();
      response.destroy();
    };
    return {
      status: response.statusCode ?? 0,
      header: (name) => String(response.headers[name] ?? ""),
      body,
      text: () => readStart(body).finally(close),
      close,
    };
  } catch (error) {
    watchdog.stop();
    throw reasonOf(watchdog, error);
  }
}

async function send(options: HttpRequest, watchdog: Watchdog): Promise<IncomingMessage> {
  const { url, agent, method, body } = options;
  const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
    agent,
    method,
    headers: { "Accept-Encoding": "gzip", ...options.headers },
    signal: watchdog.signal,
  });
  const answered = once(request, "response");
  if (body === undefined) request.end();
  else {
    await Promise.race([answered, sendBody(request, body, watchdog)]).catch((error: unknown) => {
      request.destroy();
      throw error;
    });
  }
  const [response]: IncomingMessage[] = await answered;
  if (response === undefined) throw new TypeError("Cannot ask: no response");
  watchdog.touch();
  return response;
}

/** Small bodies go with their length, which every server takes; larger ones in pieces. */
async function sendBody(
  request: ReturnType<typeof httpRequest>,
  body: AsyncIterable<Uint8Array>,
  watchdog: Watchdog,
): Promise<void> {
  const held: Uint8Array[] = [];
  let heldBytes = 0;
  let isStreaming = false;
  for await (const piece of body) {
    if (request.destroyed) return; // the response, or the error, says why
    watchdog.touch();
    held.push(piece);
    heldBytes += piece.length;
    if (heldBytes < 2 ** 20) continue;
    isStreaming = true;
    const isTaken = request.write(Buffer.concat(held.splice(0)));
    heldBytes = 0;
    if (!isTaken) await drained(request);
  }
  if (!isStreaming) request.setHeader("Content-Length", heldBytes);
  request.end(Buffer.concat(held));
}

/** Waits until more can be written, or nothing can any more; takes its listeners away again. */
async function drained(request: ReturnType<typeof httpRequest>): Promise<void> {
  const waiting = new AbortController();
  const events = ["drain", "close"].map((name) => once(request, name, waiting));
  await Promise.race(events).finally(() => waiting.abort());
}

async function* readBody(response: IncomingMessage, watchdog: Watchdog): AsyncGenerator<Buffer> {
  const isPacked = /^(x-)?gzip$/i.test(response.headers["content-encoding"] ?? "");
  const stream: Readable = isPacked
    ? pipeline(response, createGunzip(), () => watchdog.touch())
    : response;
  try {
    for await (const chunk of stream) {
      watchdog.touch();
      yield Buffer.from(chunk);
    }
  } catch (error) {
    throw reasonOf(watchdog, error);
  } finally {
    watchdog.stop();
  }
}

/** What ended it, rather than the word "aborted". */
const reasonOf = (watchdog: Watchdog, error: unknown): unknown =>
  watchdog.signal.aborted ? watchdog.signal.reason : error;

async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  try {
    for await (const chunk of body) {
      text += chunk.toString("utf8");
      if (text.length > 2000) break;
    }
  } catch {
    return text; // the status alone says enough
  }
  return text;
}
