import { connect, type Socket } from "node:net";
import { LociError } from "../../errors.ts";
import { isObject, modelError, seconds, stateOf, toModelError } from "../servers/failure.ts";
import type { ModelServer } from "../servers/server.ts";
import { askWithin } from "../servers/wait-limit.ts";
import { short } from "../short.ts";
import { type OutgoingEvent, readEvents, toBytes, type WyomingEvent } from "./events.ts";

/** A connection to a Wyoming server. What fails is a LociError MODEL_FAILED. */
export interface WyomingConnection {
  /** Resolves once the peer takes it; in order. Rejects where the peer takes nothing for long. */
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

/** Longest wait for a connection to stand, and for the peer to take one event (ms). */
const usualWaits = { connect: 3_000, send: 10_000 };

/** Connects. Rejects with LociError MODEL_FAILED, or with the signal's reason. */
export async function openWyoming(
  server: ModelServer,
  signal?: AbortSignal,
  waits = usualWaits,
): Promise<WyomingConnection> {
  const { hostname, port } = new URL(server.baseUrl);
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = connect({ host, port: Number(port), noDelay: true, keepAlive: true });
  const limit = { server: () => server, ms: waits.connect };
  try {
    await askWithin(limit, (stop) => connected(socket, stop), signal);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return overSocket(socket, server, waits.send);
}

const connected = (socket: Socket, stop: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once("connect", resolve);
    // Stays for good: what fails later is thrown where something is sent or read.
    socket.on("error", reject);
    stop.addEventListener("abort", () => reject(stop.reason), { once: true });
  });

function overSocket(socket: Socket, server: ModelServer, sendMs: number): WyomingConnection {
  const events = readEvents(socket);
  let isClosed = false;
  const close = (): void => {
    isClosed = true;
    socket.destroy();
  };
  return {
    close,
    send: (event) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          const state = `it takes nothing for ${seconds(sendMs)}; look whether it is busy or down`;
          reject(modelError(server, "timeout", state));
          close();
        }, sendMs);
        socket.write(toBytes(event), (error) => {
          clearTimeout(timer);
          if (error) reject(toModelError(server, error));
          else resolve();
        });
      }),
    async next(signal) {
      signal.addEventListener("abort", close, { once: true });
      try {
        signal.throwIfAborted();
        const { value } = await events.next();
        return value ?? undefined;
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (isClosed) return undefined;
        close();
        throw error instanceof SyntaxError ? foreign(server, error) : toModelError(server, error);
      } finally {
        signal.removeEventListener("abort", close);
      }
    },
  };
}

function foreign(server: ModelServer, { message }: SyntaxError): LociError {
  const state = `what it sends is not Wyoming's protocol (${message}); check that a Wyoming server listens there`;
  return modelError(server, "answer", state);
}

/** The next event of a server that owes an answer. Rejects with LociError MODEL_FAILED also where it hangs up or says that it failed. */
export async function nextAnswer(
  connection: WyomingConnection,
  server: ModelServer,
  signal: AbortSignal,
): Promise<WyomingEvent> {
  const event = await connection.next(signal);
  if (event === undefined) {
    throw modelError(server, "connection", stateOf.connection("it hung up before its answer"));
  }
  if (event.type !== "error") return event;
  const said = short(String(event.data.text ?? event.data.code ?? "no reason given"));
  throw modelError(server, "server", stateOf.server(said));
}

/** The programs that a server describes under a name such as "asr". Rejects as `nextAnswer`. */
export async function describeServer(
  connection: WyomingConnection,
  server: ModelServer,
  name: "asr" | "tts",
  signal: AbortSignal,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  await connection.send({ type: "describe" });
  for (;;) {
    const event = await nextAnswer(connection, server, signal);
    if (event.type === "info") return objectsIn(event.data[name]);
  }
}

/** The objects of what should be a list of them. */
export const objectsIn = (list: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(list) ? list.filter(isObject) : [];
