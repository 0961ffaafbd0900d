/** Makes an object of another one by git's delta: runs to copy from it, and bytes to insert. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  const [baseSize, afterBase] = readSize(delta, 0);
  const [size, start] = readSize(delta, afterBase);
  if (baseSize !== base.length) throw damaged();
  const made = Buffer.allocUnsafe(size);
  let [at, to] = [start, 0];
  while (at < delta.length) {
    const run = readRun(base, delta, at);
    if (to + run.bytes.length > size) throw damaged();
    to += run.bytes.copy(made, to);
    at = run.end;
  }
  if (to !== size) throw damaged();
  return made;
}

/** The bytes that come next, and where the delta goes on. */
function readRun(base: Buffer, delta: Buffer, from: number): { bytes: Buffer; end: number } {
  const op = delta[from] ?? 0;
  if (op < 0x80) {
    const end = from + 1 + op;
    if (op === 0 || end > delta.length) throw damaged();
    return { bytes: delta.subarray(from + 1, end), end };
  }
  let end = from + 1;
  const readNumber = (firstBit: number, mostBytes: number): number => {
    let number = 0;
    for (let n = 0; n < mostBytes; n++) {
      if (op & (firstBit << n)) number += (delta[end++] ?? 0) * 2 ** (8 * n);
    }
    return number;
  };
  const offset = readNumber(1, 4);
  const length = readNumber(16, 3) || 0x10000;
  if (end > delta.length || offset + length > base.length) throw damaged();
  return { bytes: base.subarray(offset, offset + length), end };
}

/** Seven bits a byte, the lowest first. */
function readSize(delta: Buffer, from: number): [size: number, at: number] {
  let [size, factor, at] = [0, 1, from];
  for (;;) {
    const byte = delta[at++];
    if (byte === undefined) throw damaged();
    size += (byte & 0x7f) * factor;
    factor *= 128;
    if (byte < 0x80) return [size, at];
  }
}

const damaged = (): SyntaxError => new SyntaxError("Cannot read a pack: a delta is damaged");
