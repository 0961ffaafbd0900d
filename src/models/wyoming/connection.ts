import { connect, type Socket } from "node:net";
import { LociError } from "../../errors.ts";
import { modelError, toModelError } from "../servers/model-error.ts";
import type { ModelServer } from "../servers/server-failure.ts";
import { short } from "../short.ts";
import { createEventReader, type OutgoingEvent, toBytes, type WyomingEvent } from "./events.ts";

export interface WyomingAddress {
  readonly host: string;
  readonly port: number;
  /** What listens there, as errors name it, such as "transcriber". */
  readonly what?: string;
}

interface WyomingOptions extends WyomingAddress {
  /** Milliseconds for the connection to stand. */
  readonly connectMs: number;
  /** Milliseconds for the peer to take one event that is sent. */
  readonly sendMs?: number;
  readonly signal?: AbortSignal;
}

/** A connection to a Wyoming server. What fails is a LociError MODEL_FAILED. */
export interface WyomingConnection {
  /** Resolves once the peer takes it; in order. Rejects where the peer takes nothing for long. */
  send(event: OutgoingEvent): Promise<void>;
  /** The next event, undefined where the peer has ended. Rejects with the signal's reason; one call at a time. */
  next(signal: AbortSignal): Promise<WyomingEvent | undefined>;
  /** At once, with whatever was not sent. */
  close(): void;
}

/** Connects. Rejects with LociError MODEL_FAILED, or with the signal's reason. */
export async function openWyoming(options: WyomingOptions): Promise<WyomingConnection> {
  const server = serverOf(options);
  const socket = await connectTo(options, server);
  return createConnection(socket, server, options.sendMs ?? 10_000);
}

/** Where `tcp://host:port` leads. Throws LociError BAD_CONFIG. */
export function toWyomingAddress(url: string, usualPort: number): WyomingAddress {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== "tcp:" || parsed.hostname === "") {
    const state = "the address must be one such as tcp://192.168.1.9:10300";
    throw new LociError("BAD_CONFIG", `Cannot use Wyoming server "${url}": ${state}`);
  }
  const host = parsed.hostname.replace(/^\[|\]$/g, "");
  return { host, port: parsed.port === "" ? usualPort : Number(parsed.port) };
}

/** The peer as errors name it. */
export function serverOf({ host, port, what }: WyomingAddress): ModelServer {
  const shown = host.includes(":") ? `[${host}]` : host;
  return { baseUrl: `tcp://${shown}:${port}`, model: undefined, key: undefined, what };
}

function connectTo(options: WyomingOptions, server: ModelServer): Promise<Socket> {
  const { host, port, connectMs, signal } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const socket = connect({ host, port, noDelay: true, keepAlive: true });
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      socket.off("error", fail);
    };
    const fail = (error: unknown): void => {
      finish();
      socket.on("error", () => undefined); // It is given up: ignore later errors.
      socket.destroy();
      reject(error === signal?.reason ? error : toModelError(server, error));
    };
    const abort = (): void => fail(signal?.reason);
    const timer = setTimeout(() => {
      const state = `no connection within ${connectMs} ms; start the server or correct its address`;
      fail(modelError(server, { reason: "timeout", state }));
    }, connectMs);
    signal?.addEventListener("abort", abort, { once: true });
    socket.once("error", fail);
    socket.once("connect", () => {
      finish();
      resolve(socket);
    });
  });
}

function createConnection(socket: Socket, server: ModelServer, sendMs: number): WyomingConnection {
  const reader = createEventReader();
  const state: { failure?: unknown; isOver: boolean } = { isOver: false };
  let changed: () => void = () => undefined;
  // Read only when asked for: a peer that sends without end waits in its own buffers.
  socket.on("readable", () => changed());
  socket.on("end", () => {
    state.isOver = true;
    changed();
  });
  socket.on("error", (error) => {
    state.failure ??= toModelError(server, error);
    changed();
  });
  socket.on("close", () => {
    state.isOver = true;
    changed();
  });
  const giveUp = (error: LociError): LociError => {
    state.failure ??= error;
    socket.destroy();
    return error;
  };
  const read = (): WyomingEvent | undefined => {
    const event = reader.take();
    if (typeof event !== "string") return event;
    const advice = "check that a Wyoming server listens there";
    const wrong = `what it sends is not Wyoming's protocol (${event}); ${advice}`;
    throw giveUp(modelError(server, { reason: "answer", state: wrong }));
  };
  return {
    send: (event) => send(socket, toBytes(event), { server, sendMs, giveUp, state }),
    async next(signal) {
      for (;;) {
        signal.throwIfAborted();
        const event = read();
        if (event !== undefined) return event;
        const piece: unknown = socket.read();
        if (piece instanceof Uint8Array) reader.push(piece);
        else if (state.failure !== undefined) throw state.failure;
        else if (state.isOver) return endOf(reader.isBroken, server);
        else {
          await waitFor(signal, (done) => {
            changed = done;
          });
        }
      }
    },
    close() {
      state.isOver = true;
      socket.destroy();
      changed();
    },
  };
}

function endOf(isBroken: boolean, server: ModelServer): undefined {
  if (!isBroken) return undefined;
  const state = "it broke off in the middle of an event; look at its log, or try again later";
  throw modelError(server, { reason: "connection", state });
}

interface Sending {
  readonly server: ModelServer;
  readonly sendMs: number;
  readonly giveUp: (error: LociError) => LociError;
  readonly state: { readonly failure?: unknown };
}

function send(socket: Socket, bytes: Buffer, { server, sendMs, giveUp, state }: Sending) {
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      const wrong = `it takes nothing for ${sendMs} ms; look whether it is busy or down`;
      reject(giveUp(modelError(server, { reason: "timeout", state: wrong })));
    }, sendMs);
    socket.write(bytes, (error) => {
      clearTimeout(timer);
      if (error) reject(state.failure ?? toModelError(server, error));
      else resolve();
    });
  });
}

function waitFor(signal: AbortSignal, onDone: (done: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    onDone(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
  });
}

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
