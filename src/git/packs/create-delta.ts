/**
 * A version of a file or tree written as what it copies from another version and what it adds, in git's format. Looks
 * for whole pieces (lines, names of a tree): that is how topic files and folders change.
 */
export function createDelta(
  base: Buffer,
  target: Buffer,
  cut: (bytes: Buffer) => Buffer[],
): Buffer {
  const offsetsByPiece = findPieces(base, cut);
  const runs: Run[] = [];
  let start = 0;
  for (const piece of cut(target)) {
    const { length } = piece;
    const last = runs.at(-1);
    const from = offsetsByPiece.get(piece.toString("latin1"));
    if (last !== undefined && goesOn(last, base, piece, from)) last.length += length;
    else runs.push({ from, start, length });
    start += length;
  }
  return Buffer.concat([
    size(base.length),
    size(target.length),
    ...runs.flatMap((run) =>
      run.from === undefined
        ? insertions(target.subarray(run.start, run.start + run.length))
        : copies(run.from, run.from + run.length),
    ),
  ]);
}

/** A stretch of the target: copied from a place in the base, or added. */
interface Run {
  readonly from: number | undefined;
  readonly start: number;
  length: number;
}

function findPieces(base: Buffer, cut: (bytes: Buffer) => Buffer[]): ReadonlyMap<string, number> {
  const offsetsByPiece = new Map<string, number>();
  let at = 0;
  for (const piece of cut(base)) {
    const key = piece.toString("latin1");
    if (!offsetsByPiece.has(key)) offsetsByPiece.set(key, at);
    at += piece.length;
  }
  return offsetsByPiece;
}

function goesOn(last: Run, base: Buffer, piece: Buffer, from: number | undefined): boolean {
  if (last.from === undefined) return from === undefined;
  const end = last.from + last.length;
  return base.subarray(end, end + piece.length).equals(piece);
}

/** Lines, each with its end. */
export function cutLines(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    const next = end < 0 ? bytes.length : end + 1;
    pieces.push(bytes.subarray(at, next));
    at = next;
  }
  return pieces;
}

/** The entries of a tree: mode, name and the twenty bytes of an object name. */
export function cutTree(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at);
    const next = end < 0 ? bytes.length : Math.min(end + 21, bytes.length);
    pieces.push(bytes.subarray(at, next));
    at = next;
  }
  return pieces;
}

/** Seven bits a byte, the lowest first. */
function size(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

const longestInsertion = 127;

function insertions(bytes: Buffer): Buffer[] {
  const ops: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += longestInsertion) {
    const part = bytes.subarray(at, at + longestInsertion);
    ops.push(Buffer.from([part.length]), part);
  }
  return ops;
}

const longestCopy = 0xffff;

function copies(from: number, to: number): Buffer[] {
  const ops: Buffer[] = [];
  for (let at = from; at < to; at += longestCopy)
    ops.push(copyOp(at, Math.min(longestCopy, to - at)));
  return ops;
}

/** The first byte says which bytes of offset (four) and size (two are enough here) follow. */
function copyOp(from: number, count: number): Buffer {
  const bytes = [0x80];
  for (const [bit, shift, value] of [
    [0x01, 0, from],
    [0x02, 8, from],
    [0x04, 16, from],
    [0x08, 24, from],
    [0x10, 0, count],
    [0x20, 8, count],
  ] as const) {
    const byte = (value >>> shift) & 0xff;
    if (byte === 0) continue;
    bytes[0] = (bytes[0] ?? 0) | bit;
    bytes.push(byte);
  }
  return Buffer.from(bytes);
}
