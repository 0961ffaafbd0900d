import { isObject } from "../servers/server-failure.ts";
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
export function toBytes({ type, data, payload }: OutgoingEvent): Buffer {
  const json = data === undefined ? noBytes : Buffer.from(JSON.stringify(data));
  const sound = payload ?? noBytes;
  const header = {
    type,
    ...(json.length > 0 ? { data_length: json.length } : {}),
    ...(sound.length > 0 ? { payload_length: sound.length } : {}),
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), json, sound]);
}

/** Puts events together from bytes that come in pieces of any size. */
export interface EventReader {
  /** Bytes of an event that is not complete have come. */
  readonly isBroken: boolean;
  push(bytes: Uint8Array): void;
  /** The next event; undefined until it is complete; a string says what is wrong with the bytes, for good. */
  take(): WyomingEvent | string | undefined;
}

/** Makes a reader that has read nothing. It holds no more than the longest event and what was pushed since. */
export function createEventReader(): EventReader {
  const queue = createByteQueue();
  let header: Header | undefined;
  let problem: string | undefined;
  const readHeader = (): Header | string | undefined => {
    const end = queue.lineEnd(wyomingLimits.header);
    if (end === undefined) {
      return queue.size > wyomingLimits.header ? describe(queue.take(60)) : undefined;
    }
    return parseHeader(queue.take(end + 1));
  };
  const take = (): WyomingEvent | string | undefined => {
    const read = header ?? readHeader();
    if (read === undefined || typeof read === "string") return read;
    header = read;
    if (queue.size < read.dataLength + read.payloadLength) return undefined;
    header = undefined;
    const data = read.dataLength === 0 ? {} : parseObject(queue.take(read.dataLength));
    if (data === undefined) return `the data of its event "${read.type}" is not a JSON object`;
    const payload = queue.take(read.payloadLength);
    return { type: read.type, data: { ...read.data, ...data }, payload };
  };
  return {
    get isBroken() {
      return header !== undefined || queue.size > 0;
    },
    push: (bytes) => queue.push(bytes),
    take() {
      if (problem !== undefined) return problem;
      const taken = take();
      if (typeof taken === "string") problem = taken;
      return taken;
    },
  };
}

interface Header {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly dataLength: number;
  readonly payloadLength: number;
}

function parseHeader(line: Buffer): Header | string {
  const header = parseObject(line);
  if (header === undefined || typeof header.type !== "string") return describe(line);
  const dataLength = header.data_length ?? 0;
  const payloadLength = header.payload_length ?? 0;
  if (!isLength(dataLength, wyomingLimits.data)) {
    return `its event announces data of ${shown(dataLength)} bytes`;
  }
  if (!isLength(payloadLength, wyomingLimits.payload)) {
    return `its event announces a payload of ${shown(payloadLength)} bytes`;
  }
  const data = isObject(header.data) && !Array.isArray(header.data) ? header.data : {};
  return { type: shown(header.type), data, dataLength, payloadLength };
}

function isLength(value: unknown, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;
}

function describe(bytes: Buffer): string {
  return `it starts with: ${shown(bytes.toString("utf8"))}`;
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

/** Bytes in one buffer that grows by doubling: a list of pieces would let a peer that sends byte by byte fill memory. */
function createByteQueue() {
  let bytes: Buffer = Buffer.alloc(0);
  let start = 0;
  let end = 0;
  let searched = 0;
  return {
    get size() {
      return end - start;
    },
    push(piece: Uint8Array) {
      if (end + piece.length > bytes.length) {
        const held = end - start;
        const room = Math.max(4096, 2 ** Math.ceil(Math.log2(held + piece.length)));
        const grown = Buffer.alloc(room);
        bytes.copy(grown, 0, start, end);
        bytes = grown;
        searched = Math.max(0, searched - start);
        start = 0;
        end = held;
      }
      bytes.set(piece, end);
      end += piece.length;
    },
    /** Where the line ends, counted from the next byte; looks no further than `most`. */
    lineEnd(most: number): number | undefined {
      const at = bytes
        .subarray(0, Math.min(end, start + most))
        .indexOf(10, Math.max(start, searched));
      searched = end;
      return at < 0 ? undefined : at - start;
    },
    /** The next bytes, as a copy of their own. */
    take(count: number): Buffer {
      const taken = Buffer.from(bytes.subarray(start, Math.min(end, start + count)));
      start += taken.length;
      searched = start;
      if (start === end) {
        bytes = Buffer.alloc(0);
        start = end = searched = 0;
      }
      return taken;
    },
  };
}

const noBytes = Buffer.alloc(0);
