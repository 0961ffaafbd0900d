/** What a WAV file holds; 16-bit samples of one channel where nothing else is told. */
interface WavShape {
  /** Samples a second. */
  readonly rate: number;
  /** Bytes of a sample. */
  readonly width?: number;
  readonly channels?: number;
}

/** Bytes before the samples of such a file. */
export const wavHeaderBytes = 44;

/** The header of a WAV file with so many bytes of sound; 0 where nobody knows yet how many. */
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
