import { short } from "../short.ts";

/** What the header of a WAV file says of its sound: 16-bit PCM of one channel, the only kind that is read here. */
interface WavHeader {
  /** Where the samples begin. */
  readonly start: number;
  /** Bytes of samples; Infinity where the header does not know, as of a program that writes into a pipe. */
  readonly size: number;
  /** Samples a second. */
  readonly rate: number;
}

/** No file of speech has more than that before its sound. */
const longestHeader = 16_384;
/** From here on a length is made up. */
const madeUp = 0x7fff0000;

/** The header of a WAV file, what is wrong with it, or undefined where more bytes are needed. */
export function readWavHeader(bytes: Buffer): WavHeader | string | undefined {
  const [riff, wave] = [bytes.toString("latin1", 0, 4), bytes.toString("latin1", 8, 12)];
  if (!"RIFF".startsWith(riff) || !"WAVE".startsWith(wave)) {
    return `no WAV file (it starts with: ${short(bytes.toString("utf8", 0, 60))})`;
  }
  let format: Buffer = Buffer.alloc(0);
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === "data") return toHeader(format, start, size);
    at = start + size + (size % 2);
    if (at > longestHeader) return "a WAV with a header without end";
    if (name === "fmt ") format = bytes.subarray(start, at);
  }
  return undefined;
}

function toHeader(format: Buffer, start: number, size: number): WavHeader | string {
  if (format.length < 16) return "a WAV that does not say what its samples are";
  const tag = format.readUInt16LE(0);
  // WAVE_FORMAT_EXTENSIBLE keeps the real kind in the first bytes of a GUID.
  const kind = tag === 0xfffe && format.length >= 26 ? format.readUInt16LE(24) : tag;
  if (kind !== 1 || format.readUInt16LE(2) !== 1 || format.readUInt16LE(14) !== 16) {
    return "a WAV whose sound is not 16-bit PCM of one channel";
  }
  const rate = format.readUInt32LE(4);
  if (rate < 4_000 || rate > 192_000) return `a WAV of ${rate} samples a second`;
  return { start, size: size > 0 && size < madeUp ? size : Number.POSITIVE_INFINITY, rate };
}

/** Bytes as samples. */
export const samplesIn = (bytes: Buffer): Int16Array =>
  new Int16Array(Uint8Array.from(bytes).buffer, 0, Math.floor(bytes.length / 2));

/** A WAV file of one channel. */
export function wavOf(pcm: Int16Array, rate: number): Buffer {
  const sound = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Buffer.concat([wavHeader(sound.length, rate), sound]);
}

/** The header of such a file with so many bytes of sound; 0 for an unknown length. */
export function wavHeader(soundBytes: number, rate: number, width = 2, channels = 1): Buffer {
  const header = Buffer.from("RIFF    WAVEfmt                     data    ", "latin1");
  header.writeUInt32LE(36 + soundBytes, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * width * channels, 28);
  header.writeUInt16LE(width * channels, 32);
  header.writeUInt16LE(width * 8, 34);
  header.writeUInt32LE(soundBytes, 40);
  return header;
}
