/** The samples of a WAV file; 16-bit mono by default. */
interface WavShape {
  /** Samples a second. */
  readonly rate: number;
  /** Bytes of a sample. */
  readonly width?: number;
  readonly channels?: number;
}

/** Bytes before the samples of such a file. */
export const wavHeaderBytes = 44;

/** The header of a WAV file with so many bytes of sound; 0 for an unknown length. */
export function wavHeader(soundBytes: number, { rate, width = 2, channels = 1 }: WavShape): Buffer {
  const header = Buffer.alloc(wavHeaderBytes);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(Math.min(36 + soundBytes, 0xffff_ffff), 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20); // PCM
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * width * channels, 28);
  header.writeUInt16LE(width * channels, 32);
  header.writeUInt16LE(width * 8, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(Math.min(soundBytes, 0xffff_ffff), 40);
  return header;
}

/** How a sample of a WAV file is written, all of them little-endian. */
export type SampleFormat =
  | "unsigned 8"
  | "signed 16"
  | "signed 24"
  | "signed 32"
  | "float 32"
  | "float 64";

/** What the `fmt ` chunk of a WAV file says. */
export interface WavFormat {
  readonly kind: number;
  readonly bits: number;
  readonly channels: number;
  /** Samples a second. */
  readonly rate: number;
  /** Undefined for what is not read here. */
  readonly sample: SampleFormat | undefined;
}

/** Reads the content of a `fmt ` chunk; undefined where it is cut off. */
export function readWavFormat(chunk: DataView): WavFormat | undefined {
  if (chunk.byteLength < 16) return undefined;
  const tag = chunk.getUint16(0, true);
  const bits = chunk.getUint16(14, true);
  // WAVE_FORMAT_EXTENSIBLE keeps the real kind in the first bytes of a GUID.
  const kind = tag === 0xfffe && chunk.byteLength >= 26 ? chunk.getUint16(24, true) : tag;
  const sample = sampleFormats[`${kind} ${bits}`];
  return { kind, bits, sample, channels: chunk.getUint16(2, true), rate: chunk.getUint32(4, true) };
}

const sampleFormats: { readonly [kindAndBits in string]?: SampleFormat } = {
  "1 8": "unsigned 8",
  "1 16": "signed 16",
  "1 24": "signed 24",
  "1 32": "signed 32",
  "3 32": "float 32",
  "3 64": "float 64",
};

/** Bytes of a sample. */
export function sampleBytes(format: SampleFormat): number {
  return readers[format].bytes;
}

/** Samples as 16-bit ones, the mean of all channels. */
export function readSamples(
  view: DataView,
  {
    channels,
    sample,
    count,
  }: { readonly channels: number; readonly sample: SampleFormat; readonly count: number },
): Int16Array {
  const { bytes, read } = readers[sample];
  const pcm = new Int16Array(count);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) {
      sum += read(view, (i * channels + channel) * bytes);
    }
    pcm[i] = clamp(Math.round(sum / channels));
  }
  return pcm;
}

interface SampleReader {
  readonly bytes: number;
  /** The sample on the scale of 16 bits. */
  readonly read: (view: DataView, at: number) => number;
}

const readers: Readonly<Record<SampleFormat, SampleReader>> = {
  "unsigned 8": { bytes: 1, read: (view, at) => (view.getUint8(at) - 128) * 256 },
  "signed 16": { bytes: 2, read: (view, at) => view.getInt16(at, true) },
  "signed 24": {
    bytes: 3,
    read: (view, at) => view.getInt16(at + 1, true) + view.getUint8(at) / 256,
  },
  "signed 32": { bytes: 4, read: (view, at) => view.getInt32(at, true) / 65_536 },
  "float 32": { bytes: 4, read: (view, at) => toScale(view.getFloat32(at, true)) },
  "float 64": { bytes: 8, read: (view, at) => toScale(view.getFloat64(at, true)) },
};

function toScale(value: number): number {
  return Number.isFinite(value) ? value * 32_768 : 0;
}

function clamp(value: number): number {
  return Math.max(-32_768, Math.min(32_767, value));
}

/** A WAV file of one channel. */
export function wavOf(pcm: Int16Array, rate: number): Buffer {
  const sound = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Buffer.concat([wavHeader(sound.length, { rate }), sound]);
}
