import { isObject } from "../servers/failure.ts";
import { short } from "../short.ts";
import { speechRate } from "../transcribe.ts";

/** One event, as it came. */
export interface WyomingEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Empty where there is none. */
  readonly payload: Uint8Array;
}

/** One event to send. */
export interface OutgoingEvent {
  readonly type: string;
  readonly data?: object;
  readonly payload?: Uint8Array;
}

/** What events say of the sound that is sent. */
export const speechFormat = { rate: speechRate, width: 2, channels: 1 } as const;

/** The most that is taken of each part of an event: a peer that sends more is not a Wyoming server. */
export const wyomingLimits = { header: 64 * 1024, data: 2 ** 20, payload: 2 ** 20 } as const;

/** An event as bytes: a line of JSON with the lengths of the two parts after it. */
export function toBytes({ type, data, payload = Buffer.of() }: OutgoingEvent): Buffer {
  const json = Buffer.from(data === undefined ? "" : JSON.stringify(data));
  const header = {
    type,
    ...(json.length > 0 ? { data_length: json.length } : {}),
    ...(payload.length > 0 ? { payload_length: payload.length } : {}),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), json, payload]);
}

/** The events in bytes that come in pieces of any size. Throws SyntaxError with what is wrong with them. */
export async function* readEvents(source: AsyncIterable<Uint8Array>): AsyncGenerator<WyomingEvent> {
  const pieces = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<boolean> => {
    const { done, value } = await pieces.next();
    if (done !== true) held = Buffer.concat([held, value]);
    return done !== true;
  };
  const take = async (count: number): Promise<Buffer> => {
    while (held.length < count) {
      if (!(await more())) throw new Error("it broke off in the middle of an event");
    }
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  while (held.length > 0 || (await more())) {
    let end = held.indexOf(10);
    while (end < 0 && held.length < wyomingLimits.header && (await more())) end = held.indexOf(10);
    const line = await take(end < 0 ? held.length : end + 1);
    const { type, data_length, payload_length, data } = parseObject(line) ?? {};
    if (end < 0 || typeof type !== "string") {
      throw new SyntaxError(`it starts with: ${shown(line.toString("utf8"))}`);
    }
    const json = await take(lengthOf("data", data_length));
    const given = json.length === 0 ? {} : parseObject(json);
    if (given === undefined) throw new SyntaxError("the data of an event is no JSON object");
    const payload = await take(lengthOf("payload", payload_length));
    yield { type: shown(type), data: { ...Object(data), ...given }, payload };
  }
}

function lengthOf(part: "data" | "payload", given: unknown): number {
  const length = Number(given ?? 0);
  if (Number.isInteger(length) && length >= 0 && length <= wyomingLimits[part]) return length;
  throw new SyntaxError(`an event announces ${part} of ${shown(given)} bytes`);
}

/** What a peer said, fit for a sentence of ours. */
const shown = (value: unknown): string => short(String(value).slice(0, 60));

function parseObject(bytes: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return isObject(value) && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
