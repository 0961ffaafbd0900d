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
export const wyomingLimits = { header: 64 * 1024, data: 2 ** 20, payload: 16 * 2 ** 20 } as const;

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
  const bytes = createByteReader(source);
  for (let line = await bytes.line(); line !== undefined; line = await bytes.line()) {
    const header = parseObject(line);
    const { type, data_length, payload_length } = header ?? {};
    if (typeof type !== "string") throw startsWith(line);
    const data = await bytes.take(lengthOf("data", data_length));
    const given = data.length === 0 ? {} : parseObject(data);
    if (given === undefined) throw new SyntaxError("the data of an event is no JSON object");
    const payload = await bytes.take(lengthOf("payload", payload_length));
    const inHeader = isObject(header?.data) ? header.data : {};
    yield { type: shown(type), data: { ...inHeader, ...given }, payload };
  }
}

function lengthOf(part: "data" | "payload", given: unknown): number {
  const length = typeof given === "number" && Number.isInteger(given) ? given : given ? -1 : 0;
  if (length >= 0 && length <= wyomingLimits[part]) return length;
  throw new SyntaxError(`an event announces ${part} of ${shown(given)} bytes`);
}

const startsWith = (bytes: Buffer): SyntaxError =>
  new SyntaxError(`it starts with: ${shown(bytes.toString("utf8"))}`);

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

function createByteReader(source: AsyncIterable<Uint8Array>) {
  const pieces = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  /** Holds so many bytes at least; false where the source ends before. */
  const fill = async (count: number): Promise<boolean> => {
    const more: Uint8Array[] = [held];
    for (let size = held.length; size < count; size += more.at(-1)?.length ?? 0) {
      const { done, value } = await pieces.next();
      if (done === true) return false;
      more.push(value);
    }
    if (more.length > 1) held = Buffer.concat(more);
    return true;
  };
  const take = async (count: number): Promise<Buffer> => {
    if (!(await fill(count))) throw new Error("it broke off in the middle of an event");
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  };
  return {
    take,
    /** The next line; undefined where the source ends before it begins. */
    async line(): Promise<Buffer | undefined> {
      for (;;) {
        const end = held.subarray(0, wyomingLimits.header).indexOf(10);
        if (end >= 0) return take(end + 1);
        if (held.length >= wyomingLimits.header) throw startsWith(held);
        if (await fill(held.length + 1)) continue;
        if (held.length === 0) return undefined;
        throw new Error("it broke off in the middle of an event");
      }
    },
  };
}
