import { wavHeader } from "../../models/wav-header.ts";

/** A WAV file of one channel. */
export function wavOf(pcm: Int16Array, rate: number): Buffer {
  const sound = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Buffer.concat([wavHeader(sound.length, { rate }), sound]);
}
