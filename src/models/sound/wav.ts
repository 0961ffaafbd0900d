/** The samples of a WAV file; 16-bit mono by default. */
interface WavShape {
  /** Samples a second. */
  readonly rate: number;
  /** Bytes of a sample. */
  readonly width?: number;
  readonly channels?: number;
}

/** Bytes before the samples of such a file. */
const wavHeaderBytes = 44;

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

/** What the `fmt ` chunk of a WAV file says. */
export interface WavFormat {
  readonly channels: number;
  /** Samples a second. */
  readonly rate: number;
  /** Its samples are 16-bit PCM, the only ones that are read here. */
  readonly isPlain: boolean;
}

/** Reads the content of a `fmt ` chunk; undefined where it is cut off. */
export function readWavFormat(chunk: DataView): WavFormat | undefined {
  if (chunk.byteLength < 16) return undefined;
  const tag = chunk.getUint16(0, true);
  const bits = chunk.getUint16(14, true);
  // WAVE_FORMAT_EXTENSIBLE keeps the real kind in the first bytes of a GUID.
  const kind = tag === 0xfffe && chunk.byteLength >= 26 ? chunk.getUint16(24, true) : tag;
  return {
    isPlain: kind === 1 && bits === 16,
    channels: chunk.getUint16(2, true),
    rate: chunk.getUint32(4, true),
  };
}

/** 16-bit samples of one channel: the mean of all. */
export function readSamples(
  view: DataView,
  { channels, count }: { readonly channels: number; readonly count: number },
): Int16Array {
  const pcm = new Int16Array(count);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) {
      sum += view.getInt16((i * channels + channel) * 2, true);
    }
    pcm[i] = Math.round(sum / channels);
  }
  return pcm;
}

/** A WAV file of one channel. */
export function wavOf(pcm: Int16Array, rate: number): Buffer {
  const sound = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Buffer.concat([wavHeader(sound.length, { rate }), sound]);
}
