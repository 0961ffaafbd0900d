/** A WAV file of one channel. */
export function wavOf(pcm: Int16Array, rate: number): Buffer {
  const sound = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Buffer.concat([wavHeader(sound.length, rate), sound]);
}

/** Bytes before the samples of such a file. */
export const wavHeaderBytes = 44;

/** The header of a file with so many bytes of 16-bit sound of one channel. */
export function wavHeader(soundBytes: number, rate: number): Buffer {
  const header = Buffer.alloc(wavHeaderBytes);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(Math.min(36 + soundBytes, 0xffff_ffff), 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(Math.min(soundBytes, 0xffff_ffff), 40);
  return header;
}
