import type { FileHandle } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type EventOptions, type EventSource, sendEvents } from "./send-events.ts";

type Headers = Readonly<Record<string, string>>;

/** The answer of a route. */
export type Reply =
  | {
      readonly type: "json";
      readonly status: number;
      readonly body: object;
      readonly headers?: Headers;
    }
  | {
      readonly type: "file";
      readonly contentType: string;
      readonly bytes: Buffer;
      /** Default: 200. */
      readonly status?: number;
      readonly headers?: Headers;
    }
  | {
      readonly type: "stream";
      readonly status: number;
      readonly headers: Headers;
      /** Bytes of an open file, which is closed afterwards; undefined for no body. */
      readonly source: FileSlice | undefined;
    }
  | { readonly type: "redirect"; readonly location: string }
  /** What a library that speaks the web's own types answers; it may stream. */
  | { readonly type: "web"; readonly response: Response }
  | { readonly type: "events"; readonly events: EventSource };

interface FileSlice {
  readonly handle: FileHandle;
  readonly start: number;
  readonly length: number;
}

/** Headers of every answer: no foreign content, nothing inline, no framing. There are no CORS headers. */
const strictHeaders: Headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "microphone=(self), camera=(), geolocation=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Sends an answer; resolves once it is written, for events once they have ended. */
export async function sendReply(
  response: ServerResponse,
  reply: Reply,
  options: EventOptions,
): Promise<void> {
  switch (reply.type) {
    case "json":
      sendJson(response, reply);
      return;
    case "file":
      response.writeHead(reply.status ?? 200, {
        ...strictHeaders,
        "cache-control": "no-cache",
        "content-type": reply.contentType,
        "content-length": reply.bytes.length,
        ...reply.headers,
      });
      response.end(reply.bytes);
      return;
    case "stream":
      response.writeHead(reply.status, { ...strictHeaders, ...reply.headers });
      await sendSlice(response, reply.source);
      return;
    case "redirect":
      response.writeHead(302, {
        ...strictHeaders,
        "cache-control": "no-store",
        "content-length": 0,
        location: reply.location,
      });
      response.end();
      return;
    case "web":
      response.writeHead(reply.response.status, {
        "cache-control": "no-store",
        ...Object.fromEntries(reply.response.headers),
        ...strictHeaders,
      });
      await sendWeb(response, reply.response);
      return;
    case "events":
      response.writeHead(200, {
        ...strictHeaders,
        "cache-control": "no-store",
        "content-type": "text/event-stream; charset=utf-8",
      });
      response.flushHeaders(); // The first event may take long.
      if (response.req.method === "HEAD") response.end();
      else await sendEvents(response, reply.events, options);
  }
}

async function sendSlice(response: ServerResponse, source: FileSlice | undefined): Promise<void> {
  if (source === undefined || source.length === 0 || response.req.method === "HEAD") {
    response.end();
    await source?.handle.close();
    return;
  }
  const { handle, start, length } = source;
  const bytes = handle.createReadStream({ start, end: start + length - 1 });
  try {
    await pipeline(bytes, response);
  } catch (error) {
    if (!response.destroyed) throw error; // Else the client is gone.
  } finally {
    bytes.destroy();
    await handle.close();
  }
}

async function sendWeb(response: ServerResponse, { body }: Response): Promise<void> {
  if (body === null) {
    response.end();
    return;
  }
  response.flushHeaders(); // The first bytes of a stream may take long.
  try {
    await pipeline(Readable.from(body), response);
  } catch (error) {
    if (!response.destroyed) throw error; // Else the client is gone.
  }
}

export function sendJson(
  response: ServerResponse,
  { status, body, headers }: { status: number; body: object; headers?: Headers },
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    ...strictHeaders,
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.length,
    ...headers,
  });
  response.end(bytes);
}

/** Creates a 200 reply with a JSON body. */
export const ok = (body: object): Extract<Reply, { readonly type: "json" }> => ({
  type: "json",
  status: 200,
  body,
});
