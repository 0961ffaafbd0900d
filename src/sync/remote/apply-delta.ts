/** Applies a change as packs hold them: pieces of the base, and new bytes. What is wrong in it is a SyntaxError. */
export function applyDelta(base: Buffer, change: Buffer, maxBytes: number): Buffer {
  const reader = createReader(change);
  if (reader.size() !== base.length) throw new SyntaxError("a change is of another base");
  const length = reader.size();
  if (length > maxBytes) throw new SyntaxError(`an object has ${length} bytes`);
  const result = Buffer.allocUnsafe(length);
  let written = 0;
  while (reader.at() < change.length) {
    const command = reader.byte();
    if (command === 0) throw new SyntaxError("a change holds an unknown command");
    const piece = (command & 0x80) === 0 ? reader.take(command) : reader.copy(base, command);
    if (written + piece.length > length) throw new SyntaxError("a change reaches beyond its end");
    written += piece.copy(result, written);
  }
  if (written !== length) throw new SyntaxError("a change is cut short");
  return result;
}

interface Reader {
  at(): number;
  byte(): number;
  /** A number in sevens of bits, the lowest first. */
  size(): number;
  take(count: number): Buffer;
  /** The piece of the base that a command means. */
  copy(base: Buffer, command: number): Buffer;
}

function createReader(change: Buffer): Reader {
  let at = 0;
  const byte = (): number => {
    const value = change[at++];
    if (value === undefined) throw new SyntaxError("a change is cut short");
    return value;
  };
  /** A number of which only the bytes named by the bits are written. */
  const sparse = (bits: number, count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index++) {
      if (bits & (1 << index)) value += byte() * 256 ** index;
    }
    return value;
  };
  const piece = (source: Buffer, from: number, count: number): Buffer => {
    if (from + count > source.length) throw new SyntaxError("a change reaches beyond its end");
    return source.subarray(from, from + count);
  };
  return {
    at: () => at,
    byte,
    size() {
      let value = 0;
      for (let scale = 1; scale < 2 ** 45; scale *= 128) {
        const part = byte();
        value += (part & 0x7f) * scale;
        if ((part & 0x80) === 0) return value;
      }
      throw new SyntaxError("a change has an endless size");
    },
    take(count) {
      at += count;
      return piece(change, at - count, count);
    },
    copy(base, command) {
      const from = sparse(command & 15, 4);
      const count = sparse((command >> 4) & 7, 3);
      return piece(base, from, count || 0x10000);
    },
  };
}
