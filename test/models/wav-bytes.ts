import { wavOf } from "../../src/models/sound/wav.ts";

export interface WavShape {
  readonly rate?: number;
  readonly bits?: number;
  readonly isExtensible?: boolean;
  /** What the header says, in place of the truth. */
  readonly dataSize?: number;
  /** Text of a LIST chunk before the sound. */
  readonly list?: string;
}

/** A WAV of these samples, with what other programs put into theirs. */
export function wavBytes(samples: readonly number[], shape: WavShape): Buffer {
  const { rate = 16_000, bits = 16, isExtensible = false, list = "" } = shape;
  const wav = wavOf(Int16Array.from(samples), rate);
  wav.writeUInt16LE(bits, 34);
  wav.writeUInt32LE(shape.dataSize ?? samples.length * 2, 40);
  const guid = Buffer.alloc(isExtensible ? 24 : 0);
  if (isExtensible) {
    wav.writeUInt32LE(40, 16);
    wav.writeUInt16LE(0xfffe, 20);
    guid.writeUInt16LE(1, 8);
  }
  const chunk = `LIST${String.fromCharCode(list.length)}\0\0\0${list}${"\0".repeat(list.length % 2)}`;
  const more = Buffer.from(list === "" ? "" : chunk);
  return Buffer.concat([wav.subarray(0, 36), guid, more, wav.subarray(36)]);
}
