import { modelError } from "../model-error.ts";
import { type ModelServer, short } from "../server-failure.ts";
import type { WyomingConnection } from "./wyoming.ts";
import type { WyomingEvent } from "./wyoming-events.ts";

/** The next event of a server that owes an answer. Rejects with LociError MODEL_FAILED also where it hangs up or says that it failed. */
export async function nextAnswer(
  connection: WyomingConnection,
  server: ModelServer,
  signal: AbortSignal,
): Promise<WyomingEvent> {
  const event = await connection.next(signal);
  if (event === undefined) {
    const state = "it hung up before the end of its answer; look at its log, or try again later";
    throw modelError(server, { reason: "connection", state });
  }
  if (event.type !== "error") return event;
  const said = short(String(event.data.text ?? event.data.code ?? "no reason given"));
  const state = `it failed (${said}); look at its log, or try again later`;
  throw modelError(server, { reason: "server", state });
}

/** What a server says it can do. Rejects as `nextAnswer`. */
export async function describeServer(
  connection: WyomingConnection,
  server: ModelServer,
  signal: AbortSignal,
): Promise<WyomingEvent["data"]> {
  await connection.send({ type: "describe" });
  for (;;) {
    const event = await nextAnswer(connection, server, signal);
    if (event.type === "info") return event.data;
  }
}
