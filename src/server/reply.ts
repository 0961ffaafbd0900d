import type { ServerResponse } from "node:http";
import type { Failure } from "./failure.ts";
import { type EventOptions, type EventSource, sendEvents } from "./send-events.ts";

/** What a route answers. */
export type Reply =
  | { readonly type: "json"; readonly status: number; readonly body: object }
  | { readonly type: "file"; readonly contentType: string; readonly bytes: Buffer }
  | { readonly type: "events"; readonly events: EventSource };

/** On every answer, whatever it is: nothing of another origin, nothing inline, nothing framed. No CORS headers. */
const strictHeaders: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Sends an answer; resolves when it is handed over, for events when they have ended. */
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
      response.writeHead(200, {
        ...strictHeaders,
        "cache-control": "no-cache",
        "content-type": reply.contentType,
        "content-length": reply.bytes.length,
      });
      response.end(reply.bytes);
      return;
    case "events":
      response.writeHead(200, {
        ...strictHeaders,
        "cache-control": "no-store",
        "content-type": "text/event-stream; charset=utf-8",
      });
      await sendEvents(response, reply.events, options);
  }
}

/** Sends a failure as JSON. */
export function sendFailure(response: ServerResponse, { status, headers, body }: Failure): void {
  sendJson(response, { status, body, headers });
}

function sendJson(
  response: ServerResponse,
  {
    status,
    body,
    headers = {},
  }: { status: number; body: object; headers?: Readonly<Record<string, string>> },
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
