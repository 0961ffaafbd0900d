import { readSize } from "./varint.ts";

/** Applies a delta as packs hold them: runs to copy from the base, and new bytes. What is wrong in it is a SyntaxError. */
export function applyDelta(base: Buffer, delta: Buffer, maxBytes: number): Buffer {
  const { value: baseSize, end: afterBase } = readSize(delta, 0);
  const { value: size, end: start } = readSize(delta, afterBase);
  if (baseSize !== base.length) throw new SyntaxError("a change is of another base");
  if (size > maxBytes) throw new SyntaxError(`an object has ${size} bytes`);
  const result = Buffer.allocUnsafe(size);
  let [at, written] = [start, 0];
  while (at < delta.length) {
    const { source, from, length, end } = readRun(base, delta, at);
    if (from + length > source.length || written + length > size) {
      throw new SyntaxError("a change reaches beyond its end");
    }
    source.copy(result, written, from, from + length);
    written += length;
    at = end;
  }
  if (written !== size) throw new SyntaxError("a change is cut short");
  return result;
}

/** The bytes that come next, and where the delta goes on. */
interface Run {
  readonly source: Buffer;
  readonly from: number;
  readonly length: number;
  readonly end: number;
}

/** A command below 128 says how many new bytes follow it; the bits of the others, which bytes of offset and length do. */
function readRun(base: Buffer, delta: Buffer, at: number): Run {
  const command = delta[at] ?? 0;
  if (command === 0) throw new SyntaxError("a change holds an unknown command");
  if (command < 0x80) {
    return { source: delta, from: at + 1, length: command, end: at + 1 + command };
  }
  let end = at + 1;
  const number = (firstBit: number, maxBytes: number): number => {
    let value = 0;
    for (let n = 0; n < maxBytes; n++) {
      if ((command & (firstBit << n)) === 0) continue;
      const byte = delta[end++];
      if (byte === undefined) throw new SyntaxError("a change is cut short");
      value += byte * 2 ** (8 * n);
    }
    return value;
  };
  const from = number(1, 4);
  const length = number(16, 3) || 0x10000;
  return { source: base, from, length, end };
}
