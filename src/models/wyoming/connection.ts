import { once } from "node:events";
import { connect } from "node:net";
import { z } from "zod";
import { LociError } from "../../errors.ts";
import { modelError, toModelError } from "../servers/failure.ts";
import { isCloudAddress } from "../servers/is-cloud.ts";
import { askWithin } from "../servers/limit.ts";
import { short } from "../short.ts";
import { speechRate } from "../transcribe.ts";

/** A Wyoming server, for one kind of work. */
export type WyomingServer = ReturnType<typeof toWyomingServer>;

/** One event: a line of JSON with the lengths of the two parts after it. */
export interface WyomingEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Empty where there is none. */
  readonly payload: Uint8Array;
}
type SentEvent = Pick<WyomingEvent, "type"> & Partial<WyomingEvent>;

/** A connection to a Wyoming server. What fails is a LociError MODEL_FAILED. */
export type WyomingConnection = Awaited<ReturnType<typeof openWyoming>>;

/** What events say of the sound that is sent. */
export const speechFormat = { rate: speechRate, width: 2, channels: 1 } as const;

/** The server at `tcp://host:port`; `what` is "transcriber" or so. Throws LociError BAD_CONFIG. */
export function toWyomingServer(url: string, usualPort: number, what: string, name = "wyoming") {
  const { protocol, hostname = "", port } = URL.parse(url) ?? {};
  if (protocol !== "tcp:" || hostname === "") {
    const state = "the address must be one such as tcp://192.168.1.9:10300";
    throw new LociError("BAD_CONFIG", `Cannot use the ${what} at "${url}": ${state}`);
  }
  const place = `${hostname}:${port || usualPort}`;
  return {
    does: `ask the ${what} at "tcp://${place}"`,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || usualPort),
    id: `${name} at ${place}`,
    isCloud: isCloudAddress(`tcp://${place}`),
  };
}

/** Connects, until the signal aborts. Rejects with LociError MODEL_FAILED, or with the signal's reason. */
export async function openWyoming(server: WyomingServer, signal: AbortSignal, connectMs = 3_000) {
  const { host, port } = server;
  const socket = connect({ host, port, signal, noDelay: true, keepAlive: true });
  socket.on("error", () => undefined); // What fails is thrown where something is sent or read.
  const close = (): void => void socket.destroy();
  const connected = (limit: AbortSignal) => once(socket, "connect", { signal: limit });
  await askWithin(server, connectMs, connected, signal).catch((error: unknown) => {
    close();
    throw error;
  });
  const events = readEvents(socket);
  const failed = (error: unknown): never => {
    throw toModelError(server, error);
  };
  return {
    /** At once, with whatever was not sent. */
    close,
    /** Resolves once the peer takes it; in order. */
    send({ type, data = {}, payload = Buffer.of() }: SentEvent): Promise<void> {
      const json = Buffer.from(JSON.stringify(data));
      const lengths = { data_length: json.length, payload_length: payload.length };
      const head = Buffer.from(`${JSON.stringify({ type, ...lengths })}\n`);
      const { promise, resolve } = Promise.withResolvers<Error | null | undefined>();
      socket.write(Buffer.concat([head, json, payload]), resolve);
      return promise.then((error) => (error ? failed(error) : undefined));
    },
    /** The next event of these types. Rejects also where the server hangs up or says that it failed. */
    async next(...types: readonly string[]): Promise<WyomingEvent> {
      for (;;) {
        const { done, value: event } = await events.next().catch(failed);
        if (done === true) throw modelError(server, "connection", "it hung up");
        if (types.includes(event.type)) return event;
        const { text, code = "no reason given" } = event.data;
        if (event.type === "error") throw modelError(server, "server", short(`${text ?? code}`));
      }
    },
  };
}

/** A peer that sends more at once is not a Wyoming server. */
const maxBytes = 2 ** 21;

/** The events in bytes that come in pieces of any size. Throws SyntaxError with what is wrong with them. */
async function* readEvents(source: AsyncIterable<Uint8Array>): AsyncGenerator<WyomingEvent> {
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    held = Buffer.concat([held, piece]);
    for (let end = held.indexOf(10); end >= 0; end = held.indexOf(10)) {
      const header = parse(headerSchema, held.subarray(0, end));
      const payloadAt = end + 1 + (header.data_length ?? 0);
      const whole = payloadAt + (header.payload_length ?? 0);
      if (held.length < whole) break;
      const more = header.data_length ? held.subarray(end + 1, payloadAt) : Buffer.from("{}");
      const data = { ...header.data, ...parse(dataSchema, more) };
      yield { type: header.type, data, payload: held.subarray(payloadAt, whole) };
      held = held.subarray(whole);
    }
    if (held.length > maxBytes * 3)
      throw new SyntaxError("it is not Wyoming's protocol: an event without end");
  }
}

const dataSchema = z.record(z.string(), z.unknown());
const lengthSchema = z.int().min(0).max(maxBytes).nullish();
const headerSchema = z.object({
  type: z.string(),
  data: dataSchema.nullish(),
  data_length: lengthSchema,
  payload_length: lengthSchema,
});

function parse<T>(schema: z.ZodType<T>, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString("utf8")));
  } catch {
    const start = short(bytes.toString("utf8", 0, 60));
    throw new SyntaxError(`it is not Wyoming's protocol: ${start}`);
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
