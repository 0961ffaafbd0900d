import { once } from "node:events";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { toFailure } from "./failure.ts";
import type { Env } from "./operation.ts";

/** Interval of comments that keep proxies and power-saving radios from closing a quiet stream. */
const heartbeatMs = 15_000;

/** Starts producing events; the signal aborts when the reader is gone or the server closes. */
export type EventSource = (signal: AbortSignal) => AsyncIterable<object | string>;

/** Sends server-sent events, an object or a word each, then `event: done`; a failure of the source is the last. */
export function sendEvents(c: Context<Env>, source: EventSource): Response {
  if (c.req.method === "HEAD") return c.body(null); // Nobody would read them, or end them.
  const { closing, report } = c.var;
  const response = streamSSE(c, async (stream) => {
    const gone = new AbortController();
    stream.onAbort(() => gone.abort());
    const stop = AbortSignal.any([gone.signal, closing]);
    const heartbeat = setInterval(() => void stream.write(": still here\n\n"), heartbeatMs);
    const send = (event: object | string) =>
      stream.writeSSE({ data: typeof event === "string" ? event : JSON.stringify(event) });
    try {
      for await (const event of untilAborted(source(stop), stop)) await send(event);
    } catch (error) {
      await send({ type: "error", ...toFailure(error, report).error });
    } finally {
      clearInterval(heartbeat);
    }
    await stream.writeSSE({ event: "done", data: "{}" });
  });
  response.headers.set("cache-control", "no-store");
  return response;
}

/** Ends when aborted, without waiting for an event that is pending: a generator that hangs would never give it. */
async function* untilAborted<T>(source: AsyncIterable<T>, stop: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const stopped = stop.aborted ? Promise.resolve([]) : once(stop, "abort");
  try {
    while (!stop.aborted) {
      const next = await Promise.race([iterator.next(), stopped]);
      if (Array.isArray(next) || next.done === true) return;
      yield next.value;
    }
  } finally {
    iterator.return?.().catch(() => {}); // Nobody reads the events any more.
  }
}
