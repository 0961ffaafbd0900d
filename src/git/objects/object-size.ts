import { constants, inflateSync } from "node:zlib";

/** Enough bytes for the header of an object, wherever it is stored, behind the longest table that zlib writes. */
export const headerBytes = 1_024;
/** Of an object whose first bytes unpack to nothing: no git writes one, and it may unpack to anything. */
const hiddenSize = Number.MAX_SAFE_INTEGER;

/** The size of an object that has a file of its own, by the first bytes of that; 0 where it is damaged. */
export function looseSize(file: Buffer): number {
  const start = unpackStart(file);
  const size = /^[a-z]+ (\d+)\0/.exec(start?.toString("latin1") ?? "")?.[1];
  const isHidden = start !== undefined && file.length >= headerBytes;
  return size === undefined ? (isHidden ? hiddenSize : 0) : Number(size);
}

/**
 * Reads the first bytes of an object in a pack (gitformat-pack): how large it is, or the change that it is stored as,
 * whichever is more; and what it is a change of, an object or the one so many bytes before.
 */
export function readPackedHeader(entry: Buffer): { size: number; base?: string | number } {
  const type = ((entry[0] ?? 0) >> 4) & 7;
  const own = readSize(entry, 0, 4);
  if (type !== 6 && type !== 7) return { size: own.value };
  const offset = type === 6 ? readOffset(entry, own.end) : undefined;
  const at = offset?.end ?? own.end + 20;
  const base = offset?.value ?? entry.toString("hex", own.end, at);
  const change = unpackStart(entry.subarray(at));
  if (change === undefined) return { size: own.value, base };
  const { value, end } = readSize(change, readSize(change, 0, 7).end, 7);
  const isHidden = end > change.length && entry.length >= headerBytes;
  return { size: isHidden ? hiddenSize : Math.max(own.value, value), base };
}

/** Seven bits a byte, the highest first, one added at each step. */
function readOffset(bytes: Buffer, start: number) {
  let end = start;
  let value = -1;
  do value = (value + 1) * 0x80 + ((bytes[end] ?? 0) & 0x7f);
  while ((bytes[end++] ?? 0) >= 0x80);
  return { value, end };
}

/** Seven bits a byte, the lowest first; only so many of the first one. */
function readSize(bytes: Buffer, start: number, bits: number) {
  let end = start + 1;
  let value = (bytes[start] ?? 0) & (2 ** bits - 1);
  for (let scale = 2 ** bits; (bytes[end - 1] ?? 0) >= 0x80; scale *= 0x80)
    value += ((bytes[end++] ?? 0) & 0x7f) * scale;
  return { value, end };
}

/** Undefined where it is damaged: then it cannot be unpacked either. */
function unpackStart(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}

/** Where the names begin in the index of a pack (version 2), behind a table of counts by their first byte. */
export const namesAt = 1_032;

/** Where an object begins in a pack, by its index; undefined where it is not in there, or beyond 2 GB. */
export function findPacked(index: Buffer, oid: string): number | undefined {
  const name = Buffer.from(oid, "hex");
  const first = name.readUInt8(0);
  const offsetsAt = namesAt + index.readUInt32BE(namesAt - 4) * 24;
  const end = index.readUInt32BE(8 + first * 4);
  for (let nth = first === 0 ? 0 : index.readUInt32BE(4 + first * 4); nth < end; nth++) {
    const at = namesAt + nth * 20;
    if (index.compare(name, 0, 20, at, at + 20) !== 0) continue;
    const offset = index.readUInt32BE(offsetsAt + nth * 4);
    return offset < 2 ** 31 ? offset : undefined;
  }
  return undefined;
}
