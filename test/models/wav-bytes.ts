export interface WavShape {
  readonly rate?: number;
  readonly bits?: number;
  readonly channels?: number;
  readonly isExtensible?: boolean;
  /** What the header says, in place of the truth. */
  readonly dataSize?: number;
  /** Text of a LIST chunk before the sound. */
  readonly list?: string;
  /** Bytes after the sound. */
  readonly after?: string;
}

/** A WAV of these samples, the same on all channels. */
export function wavBytes(samples: readonly number[], shape: WavShape): Buffer {
  const { rate = 16_000, bits = 16, channels = 1, isExtensible = false, list, after = "" } = shape;
  const width = bits / 8;
  const data = Buffer.alloc(samples.length * channels * width);
  for (const [i, sample] of samples.entries()) {
    for (let channel = 0; channel < channels; channel++) {
      data.writeIntLE(sample * 2 ** (bits - 16), (i * channels + channel) * width, width);
    }
  }
  const format = Buffer.alloc(isExtensible ? 40 : 16);
  format.writeUInt16LE(isExtensible ? 0xfffe : 1, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * width * channels, 8);
  format.writeUInt16LE(width * channels, 12);
  format.writeUInt16LE(bits, 14);
  if (isExtensible) format.writeUInt16LE(1, 24);
  return Buffer.concat([
    Buffer.from("RIFF\0\0\0\0WAVE"),
    chunk("fmt ", format),
    ...(list === undefined ? [] : [chunk("LIST", Buffer.from(list))]),
    chunk("data", data, shape.dataSize),
    Buffer.from(after, "latin1"),
  ]);
}

function chunk(name: string, bytes: Buffer, said = bytes.length): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(said);
  return Buffer.concat([Buffer.from(name), size, bytes, Buffer.alloc(bytes.length % 2)]);
}
