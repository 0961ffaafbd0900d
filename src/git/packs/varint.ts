/** A number out of bytes of seven bits each, and where the bytes after it begin. */
export interface Varint {
  readonly value: number;
  readonly end: number;
}

/** Seven bits a byte, the lowest first, as sizes are written; `low` are those that were read before, below `scale`. */
export function readSize(bytes: Buffer, from: number, low = 0, scale = 1): Varint {
  let [value, unit, at] = [low, scale, from];
  for (;;) {
    const byte = byteAt(bytes, at++);
    value += (byte & 0x7f) * unit;
    checkNumber(value, unit);
    if (byte < 0x80) return { value, end: at };
    unit *= 0x80;
  }
}

/** Seven bits a byte, the highest first, one added at each step, as distances are written. */
export function readDistance(bytes: Buffer, from: number): Varint {
  let at = from;
  let byte = byteAt(bytes, at++);
  let value = byte & 0x7f;
  while (byte >= 0x80) {
    byte = byteAt(bytes, at++);
    value = (value + 1) * 0x80 + (byte & 0x7f);
    checkNumber(value, 1);
  }
  return { value, end: at };
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new SyntaxError("a number is cut short");
  return byte;
}

/** Zeros may follow without end and make no number larger, so that the unit is looked at too. */
function checkNumber(value: number, unit: number): void {
  if (value <= Number.MAX_SAFE_INTEGER && unit <= Number.MAX_SAFE_INTEGER) return;
  throw new SyntaxError("a number has no end");
}
