export interface WavShape {
  readonly rate?: number;
  readonly bits?: number;
  readonly channels?: number;
  readonly tag?: number;
  readonly isExtensible?: boolean;
  /** What the header says, in place of the truth. */
  readonly dataSize?: number;
  readonly riffSize?: number;
  /** Text of a LIST chunk before the sound. */
  readonly list?: string;
  /** Bytes after the sound. */
  readonly after?: string;
}

/** A WAV of these samples, the same on all channels. */
export function wavBytes(samples: readonly number[], shape: WavShape): Buffer {
  const { rate = 16_000, bits = 16, channels = 1 } = shape;
  const width = bits / 8;
  const each = samples.map((sample) => sampleBytes(sample, bits));
  const data = Buffer.concat(each.flatMap((bytes) => Array<Buffer>(channels).fill(bytes)));
  const format = Buffer.alloc(shape.isExtensible === true ? 40 : 16);
  const tag = shape.tag ?? 1;
  format.writeUInt16LE(shape.isExtensible === true ? 0xfffe : tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * width * channels, 8);
  format.writeUInt16LE(width * channels, 12);
  format.writeUInt16LE(bits, 14);
  if (shape.isExtensible === true) format.writeUInt16LE(tag, 24);
  const list = shape.list === undefined ? [] : [chunk("LIST", Buffer.from(shape.list))];
  const body = [
    Buffer.from("WAVE"),
    chunk("fmt ", format),
    ...list,
    chunk("data", data, shape.dataSize),
    Buffer.from(shape.after ?? "", "latin1"),
  ];
  const size = Buffer.alloc(4);
  const length = body.reduce((sum, part) => sum + part.length, 0);
  size.writeUInt32LE(shape.riffSize ?? length);
  return Buffer.concat([Buffer.from("RIFF"), size, ...body]);
}

function chunk(name: string, bytes: Buffer, said = bytes.length): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(said);
  return Buffer.concat([Buffer.from(name), size, bytes, Buffer.alloc(bytes.length % 2)]);
}

function sampleBytes(sample: number, bits: number): Buffer {
  const bytes = Buffer.alloc(bits / 8);
  bytes.writeIntLE(sample * 2 ** (bits - 16), 0, bits / 8);
  return bytes;
}
