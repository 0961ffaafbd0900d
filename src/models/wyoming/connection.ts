import { once } from "node:events";
import { connect } from "node:net";
import { LociError } from "../../errors.ts";
import { isObject, modelError, stateOf, toModelError } from "../servers/failure.ts";
import type { ModelServer } from "../servers/server.ts";
import { askWithin } from "../servers/wait-limit.ts";
import { short } from "../short.ts";
import { type OutgoingEvent, readEvents, toBytes, type WyomingEvent } from "./events.ts";

/** A connection to a Wyoming server. What fails is a LociError MODEL_FAILED. */
export interface WyomingConnection {
  /** Resolves once the peer takes it; in order. */
  send(event: OutgoingEvent): Promise<void>;
  /** The next event, undefined where the peer has ended. An abort ends the connection, and rejects with its reason. */
  next(signal: AbortSignal): Promise<WyomingEvent | undefined>;
  /** At once, with whatever was not sent. */
  close(): void;
}

/** The server at `tcp://host:port`, as errors name it; `what` is "transcriber" or so. Throws LociError BAD_CONFIG. */
export function toWyomingServer(url: string, usualPort: number, what: string): ModelServer {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== "tcp:" || parsed.hostname === "") {
    const state = "the address must be one such as tcp://192.168.1.9:10300";
    throw new LociError("BAD_CONFIG", `Cannot use Wyoming server "${url}": ${state}`);
  }
  const baseUrl = `tcp://${parsed.hostname}:${parsed.port || usualPort}`;
  return { baseUrl, model: undefined, key: undefined, what };
}

/** Connects. Rejects with LociError MODEL_FAILED, or with the signal's reason. */
export async function openWyoming(
  server: ModelServer,
  signal?: AbortSignal,
  connectMs = 3_000,
): Promise<WyomingConnection> {
  const { hostname, port } = new URL(server.baseUrl);
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = connect({ host, port: Number(port), noDelay: true, keepAlive: true });
  socket.on("error", () => undefined); // What fails is thrown where something is sent or read.
  const close = (): void => void socket.destroy();
  try {
    const limit = { server: () => server, ms: connectMs };
    await askWithin(limit, (stop) => once(socket, "connect", { signal: stop }), signal);
  } catch (error) {
    close();
    throw error;
  }
  const events = readEvents(socket);
  return {
    close,
    send: (event) =>
      new Promise((resolve, reject) => {
        socket.write(toBytes(event), (error) => {
          if (error) reject(toModelError(server, error));
          else resolve();
        });
      }),
    async next(signal) {
      signal.addEventListener("abort", close, { once: true });
      try {
        signal.throwIfAborted();
        return (await events.next()).value ?? undefined;
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        close();
        if (!(error instanceof SyntaxError)) throw toModelError(server, error);
        const state = `what it sends is not Wyoming's protocol (${error.message}); check that a Wyoming server listens there`;
        throw modelError(server, "answer", state);
      } finally {
        signal.removeEventListener("abort", close);
      }
    },
  };
}

/** Waits for an event of one of these types. Rejects with LociError MODEL_FAILED also where the server hangs up or says that it failed. */
export async function nextAnswer(
  connection: WyomingConnection,
  server: ModelServer,
  types: readonly string[],
  signal: AbortSignal,
): Promise<WyomingEvent> {
  for (;;) {
    const event = await connection.next(signal);
    if (event === undefined) {
      throw modelError(server, "connection", stateOf.connection("it hung up before its answer"));
    }
    if (types.includes(event.type)) return event;
    if (event.type !== "error") continue;
    const said = short(String(event.data.text ?? event.data.code ?? "no reason given"));
    throw modelError(server, "server", stateOf.server(said));
  }
}

/** The programs that a server describes for transcribing or for speaking. Rejects as `nextAnswer`. */
export async function describeServer(
  connection: WyomingConnection,
  server: ModelServer,
  kind: "asr" | "tts",
  signal: AbortSignal,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  await connection.send({ type: "describe" });
  const { data } = await nextAnswer(connection, server, ["info"], signal);
  return objectsIn(data[kind]);
}

/** Why a server cannot do its part, within so many milliseconds. */
export async function checkWyoming(
  server: ModelServer,
  kind: "asr" | "tts",
  ms: number,
): Promise<void> {
  await askWithin({ server: () => server, ms }, async (limit) => {
    const connection = await openWyoming(server, limit);
    const programs = await describeServer(connection, server, kind, limit).finally(
      connection.close,
    );
    const state = `it has no program for that (${kind}); give the address of a server that does`;
    if (programs.length === 0) throw modelError(server, "model", state);
  });
}

/** The objects of what should be a list of them. */
export const objectsIn = (list: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(list) ? list.filter(isObject) : [];
