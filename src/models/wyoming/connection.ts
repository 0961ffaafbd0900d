import { once } from "node:events";
import { connect } from "node:net";
import { z } from "zod";
import { LociError } from "../../errors.ts";
import { modelError, stateOf, toModelError } from "../servers/failure.ts";
import { askWithin, failureOf, probeMs } from "../servers/limit.ts";
import type { ModelServer } from "../servers/server.ts";
import { short } from "../short.ts";
import { speechRate } from "../transcribe.ts";

/** One event: a line of JSON with the lengths of the two parts after it. */
export interface WyomingEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Empty where there is none. */
  readonly payload: Uint8Array;
}

/** A connection to a Wyoming server. What fails is a LociError MODEL_FAILED. */
export interface WyomingConnection {
  /** Resolves once the peer takes it; in order. */
  send(event: Pick<WyomingEvent, "type"> & Partial<WyomingEvent>): Promise<void>;
  /** The next event of these types. Rejects also where the server hangs up or says that it failed. */
  next(...types: readonly string[]): Promise<WyomingEvent>;
  /** At once, with whatever was not sent. */
  close(): void;
}

/** What events say of the sound that is sent. */
export const speechFormat = { rate: speechRate, width: 2, channels: 1 } as const;

/** The server at `tcp://host:port`, as errors name it; `what` is "transcriber" or so. Throws LociError BAD_CONFIG. */
export function toWyomingServer(url: string, usualPort: number, what: string): ModelServer {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== "tcp:" || parsed.hostname === "") {
    const state = "the address must be one such as tcp://192.168.1.9:10300";
    throw new LociError("BAD_CONFIG", `Cannot use the ${what} at "${url}": ${state}`);
  }
  const baseUrl = `tcp://${parsed.hostname}:${parsed.port || usualPort}`;
  return { baseUrl, model: undefined, what };
}

/** Connects, until the signal aborts. Rejects with LociError MODEL_FAILED, or with the signal's reason. */
export async function openWyoming(
  server: ModelServer,
  signal: AbortSignal,
  connectMs = 3_000,
): Promise<WyomingConnection> {
  const { hostname, port } = new URL(server.baseUrl);
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = connect({ host, port: Number(port), signal, noDelay: true, keepAlive: true });
  socket.on("error", () => undefined); // What fails is thrown where something is sent or read.
  const close = (): void => void socket.destroy();
  const connected = (limit: AbortSignal) => once(socket, "connect", { signal: limit });
  await askWithin(server, connectMs, connected, signal).catch((error: unknown) => {
    close();
    throw error;
  });
  const events = readEvents(socket);
  return {
    close,
    send: ({ type, data = {}, payload = Buffer.of() }) => {
      const json = Buffer.from(JSON.stringify(data));
      const lengths = { data_length: json.length, payload_length: payload.length };
      const head = Buffer.from(`${JSON.stringify({ type, ...lengths })}\n`);
      return new Promise((resolve, reject) => {
        socket.write(Buffer.concat([head, json, payload]), (error) => {
          if (error) reject(toModelError(server, error));
          else resolve();
        });
      });
    },
    async next(...types) {
      for (;;) {
        const event = await nextOf(events, server);
        if (types.includes(event.type)) return event;
        if (event.type !== "error") continue;
        const said = short(String(event.data.text ?? event.data.code ?? "no reason given"));
        throw modelError(server, "server", stateOf.server(said));
      }
    },
  };
}

async function nextOf(
  events: AsyncIterator<WyomingEvent>,
  server: ModelServer,
): Promise<WyomingEvent> {
  const next = await events.next().catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw toModelError(server, error);
    const state = `what it sends is not Wyoming's protocol (${error.message}); check that a Wyoming server listens there`;
    throw modelError(server, "answer", state);
  });
  if (next.done !== true) return next.value;
  throw modelError(server, "connection", stateOf.connection("it hung up"));
}

/** A peer that sends more at once is not a Wyoming server. */
const maxBytes = 2 ** 21;

/** The events in bytes that come in pieces of any size. Throws SyntaxError with what is wrong with them. */
export async function* readEvents(source: AsyncIterable<Uint8Array>): AsyncGenerator<WyomingEvent> {
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    held = Buffer.concat([held, piece]);
    for (let end = held.indexOf(10); end >= 0; end = held.indexOf(10)) {
      const header = parse(headerSchema, held.subarray(0, end));
      const payloadAt = end + 1 + header.data_length;
      const whole = payloadAt + header.payload_length;
      if (held.length < whole) break;
      const more = header.data_length > 0 ? held.subarray(end + 1, payloadAt) : Buffer.from("{}");
      const data = { ...header.data, ...parse(dataSchema, more) };
      yield { type: header.type, data, payload: held.subarray(payloadAt, whole) };
      held = held.subarray(whole);
    }
    const isEndless = held.length > 2 ** 16 && !held.subarray(0, 2 ** 16).includes(10);
    if (isEndless) throw new SyntaxError("an event without end");
  }
}

const dataSchema = z.record(z.string(), z.unknown());
const length = z
  .int()
  .min(0)
  .max(maxBytes)
  .nullish()
  .transform((given) => given ?? 0);
const headerSchema = z.object({
  type: z.string(),
  data: dataSchema.nullish(),
  data_length: length,
  payload_length: length,
});

function parse<T>(schema: z.ZodType<T>, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    throw new SyntaxError(`it starts with: ${short(bytes.toString("utf8", 0, 60))}`);
  }
}

/** What a server describes of its programs, for transcribing or for speaking. Rejects as `next`. */
export async function describeServer(connection: WyomingConnection, kind: "asr" | "tts") {
  await connection.send({ type: "describe" });
  const { data } = await connection.next("info");
  return programsSchema.safeParse(data[kind]).data ?? [];
}

const voiceSchema = z.object({
  name: z.string(),
  languages: z.array(z.string()).default([]),
  installed: z.boolean().default(true),
});
const programsSchema = z.array(z.object({ voices: z.array(voiceSchema).default([]) }));

/** Why a server cannot do its part. Never throws. */
export function probeWyoming(
  server: ModelServer,
  kind: "asr" | "tts",
): Promise<LociError | undefined> {
  const look = async (signal: AbortSignal): Promise<void> => {
    const connection = await openWyoming(server, signal);
    const programs = await describeServer(connection, kind).finally(connection.close);
    const state = `it has no program for that (${kind}); give the address of a server that does`;
    if (programs.length === 0) throw modelError(server, "model", state);
  };
  return failureOf(askWithin(server, probeMs, look));
}
