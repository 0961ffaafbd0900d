import { short } from "../short.ts";
import type { Speech } from "../synthesize.ts";
import { readSamples, readWavFormat } from "./wav.ts";

/**
 * Speech of a WAV file that is still being written; resolves with the first sound, or with what is wrong with the bytes.
 * The length that a header promises is believed only where it can be: espeak-ng and ffmpeg write one they made up. Several
 * channels are mixed into one.
 */
export async function openWavStream(source: AsyncIterable<Uint8Array>): Promise<Speech | string> {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  let isOver = false;
  for (;;) {
    const header = readHeader(held);
    if (typeof header === "string") {
      await chunks.return?.();
      return header;
    }
    if (header !== undefined && (isOver || held.length > header.start)) {
      const first = held.subarray(header.start);
      return { rate: header.rate, pcm: readSound(header, first, chunks) };
    }
    if (isOver) {
      return held.length === 0 ? "it sends nothing" : `it sends no whole WAV (${startOf(held)})`;
    }
    const { done, value } = await chunks.next();
    isOver = done === true;
    if (done !== true) held = Buffer.concat([held, value]);
  }
}

interface Header {
  /** Where the samples begin. */
  readonly start: number;
  /** Bytes of samples; Infinity where the header does not know. */
  readonly size: number;
  readonly rate: number;
  readonly channels: number;
}

/** No file of speech has more than that before its sound. */
const longestHeader = 16_384;
/** Samples a second: no voice needs more, and what is read ahead takes memory. */
const highestRate = 48_000;
/** From here on a length is made up. */
const madeUp = 0x7fff0000;

/** The header, what is wrong with it, or undefined where more bytes are needed. */
function readHeader(bytes: Buffer): Header | string | undefined {
  if (!"RIFF".startsWith(bytes.toString("latin1", 0, 4))) {
    return `it sends no WAV (${startOf(bytes)})`;
  }
  if (bytes.length >= 12 && bytes.toString("latin1", 8, 12) !== "WAVE") {
    return "it sends a RIFF file that is not a WAV";
  }
  let format: ReturnType<typeof readFormat> = noFormat;
  let at = 12;
  while (at + 8 <= bytes.length && at <= longestHeader) {
    const name = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === "data")
      return typeof format === "string" ? format : { ...format, ...span(start, size) };
    at = start + size + (size % 2);
    if (name === "fmt " && at <= bytes.length) format = readFormat(bytes.subarray(start, at));
  }
  return at > longestHeader ? "its WAV has a header without end" : undefined;
}

function span(start: number, size: number): Pick<Header, "start" | "size"> {
  return { start, size: size > 0 && size < madeUp ? size : Number.POSITIVE_INFINITY };
}

function readFormat(chunk: Buffer): Omit<Header, "start" | "size"> | string {
  const format = readWavFormat(new DataView(chunk.buffer, chunk.byteOffset, chunk.length));
  if (format === undefined) return noFormat;
  const { isPlain, channels, rate } = format;
  if (!isPlain) return "its WAV holds no 16-bit PCM";
  if (channels < 1 || channels > 8) return `its WAV has ${channels} channels`;
  if (rate < 4_000 || rate > highestRate) return `its WAV has ${rate} samples a second`;
  return { channels, rate };
}

const noFormat = "its WAV does not say what its samples are";

async function* readSound(
  header: Header,
  first: Buffer,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const frame = 2 * header.channels;
  let left = header.size;
  let held: Buffer = Buffer.alloc(0);
  try {
    for (let bytes: Uint8Array | undefined = first; bytes !== undefined && left > 0; ) {
      const wanted = bytes.subarray(0, left);
      left -= wanted.length;
      if (header.channels === 1) {
        if (wanted.length > 0) yield wanted;
      } else {
        held = Buffer.concat([held, wanted]);
        const whole = held.length - (held.length % frame);
        if (whole > 0) yield toPlain(header, held.subarray(0, whole));
        held = held.subarray(whole);
      }
      const next: IteratorResult<Uint8Array> | undefined = left > 0 ? await rest.next() : undefined;
      bytes = next?.done === false ? next.value : undefined;
    }
  } finally {
    await rest.return?.();
  }
}

/** Whole frames with all channels mixed. */
function toPlain({ channels }: Header, bytes: Buffer): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length / (2 * channels);
  return new Uint8Array(readSamples(view, { channels, count }).buffer);
}

function startOf(bytes: Buffer): string {
  return `it starts with: ${short(bytes.toString("utf8", 0, 60))}`;
}
