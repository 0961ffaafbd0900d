import { once } from "node:events";
import type { ServerResponse } from "node:http";

/** Interval of comments that keep proxies and power-saving radios from closing a quiet stream. */
const heartbeatMs = 15_000;

/** Starts producing events; the signal aborts when the reader is gone. */
export type EventSource = (signal: AbortSignal) => AsyncIterable<object | string>;

export interface EventOptions {
  /** Ends the stream when aborted. */
  readonly closing: AbortSignal;
  /** Converts a failure of the source to its last event. */
  readonly toErrorEvent: (error: unknown) => object;
}

/**
 * Sends server-sent events, one JSON object or one word each, then `event: done`, and ends the response. When the client
 * goes or the server closes, aborts the source without waiting for a pending event. Applies backpressure to the source.
 */
export async function sendEvents(
  response: ServerResponse,
  source: EventSource,
  { closing, toErrorEvent }: EventOptions,
): Promise<void> {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  else response.once("close", () => gone.abort());
  const stop = AbortSignal.any([gone.signal, closing]);
  const stopped = stop.aborted ? Promise.resolve() : once(stop, "abort").then(() => {});
  const heartbeat = setInterval(() => response.write(": still here\n\n"), heartbeatMs);
  const iterator = source(stop)[Symbol.asyncIterator]();
  try {
    while (!stop.aborted) {
      const next = await Promise.race([iterator.next(), stopped]);
      if (!next || next.done === true) break;
      const hasRoom = response.write(toMessage(next.value));
      if (!hasRoom) await Promise.race([once(response, "drain", { signal: gone.signal }), stopped]);
    }
  } catch (error) {
    if (!gone.signal.aborted) response.write(toMessage(toErrorEvent(error)));
  } finally {
    clearInterval(heartbeat);
    release(iterator);
    if (!response.destroyed) response.end("event: done\ndata: {}\n\n");
  }
}

const toMessage = (event: object | string): string =>
  `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`;

/** Closes an iterator without waiting: a generator that hangs would never return. */
function release(iterator: AsyncIterator<object | string>): void {
  Promise.resolve(iterator.return?.()).catch(() => {
    // Nobody reads the events any more.
  });
}
