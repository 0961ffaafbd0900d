import { createHash } from "node:crypto";

/** What the `.idx` file beside a pack says: which objects lie where. */
export interface PackIndex {
  /** The names of all objects in the pack. */
  oids(): Generator<string>;
  /** Undefined where the pack does not hold the object. */
  offsetOf(oid: string): number | undefined;
}

const magic = 0xff744f63;
const beyond31 = 2 ** 31;

const fanout = 8;
const names = fanout + 1024;

/** Reads the bytes of an index of version 2, which git writes since 2008; a SyntaxError where they are cut short. */
export function parsePackIndex(bytes: Buffer): PackIndex {
  if (bytes.length < names) throw new SyntaxError("the index is cut short");
  const isKnown = bytes.readUInt32BE(0) === magic && bytes.readUInt32BE(4) === 2;
  if (!isKnown) throw new SyntaxError("it is an index of another kind");
  const count = bytes.readUInt32BE(names - 4);
  if (bytes.length < names + count * 28 + 40) throw new SyntaxError("the index is cut short");
  for (let at = fanout, below = 0; at < names; at += 4) {
    const upTo = bytes.readUInt32BE(at);
    if (upTo < below) throw new SyntaxError("the index counts wrongly");
    below = upTo;
  }
  const placeOf = (oid: Buffer): number | undefined => {
    const first = oid[0] ?? 0;
    let low = first === 0 ? 0 : bytes.readUInt32BE(fanout + (first - 1) * 4);
    let high = Math.min(count, bytes.readUInt32BE(fanout + first * 4));
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = names + middle * 20;
      const order = oid.compare(bytes, at, at + 20);
      if (order === 0) return middle;
      if (order < 0) high = middle;
      else low = middle + 1;
    }
    return undefined;
  };
  return {
    *oids() {
      for (let row = 0; row < count; row++) {
        yield bytes.toString("hex", names + row * 20, names + row * 20 + 20);
      }
    },
    offsetOf(oid) {
      const row = placeOf(Buffer.from(oid, "hex"));
      if (row === undefined) return undefined;
      const offset = bytes.readUInt32BE(names + count * 24 + row * 4);
      if (offset < beyond31) return offset;
      const far = names + count * 28 + (offset - beyond31) * 8;
      if (far + 8 > bytes.length - 40) throw new SyntaxError("the index is cut short");
      const place = bytes.readBigUInt64BE(far);
      if (place > Number.MAX_SAFE_INTEGER)
        throw new SyntaxError("the index names a place outside of its pack");
      return Number(place);
    },
  };
}

/** An object in a pack. */
export interface IndexEntry {
  readonly oid: string;
  readonly offset: number;
  /** Of the entry's bytes as they stand in the pack. */
  readonly crc: number;
}

/** The bytes of an index (version 2) for the pack that ends with this hash, and is smaller than 2 GB. */
export function stringifyPackIndex(entries: readonly IndexEntry[], packHash: string): Buffer {
  const sorted = entries.toSorted((a, b) => (a.oid < b.oid ? -1 : a.oid > b.oid ? 1 : 0));
  const body = Buffer.concat([
    toNumbers([magic, 2]),
    toNumbers(countBelow(sorted)),
    Buffer.from(sorted.map(({ oid }) => oid).join(""), "hex"),
    toNumbers(sorted.map(({ crc }) => crc)),
    toNumbers(sorted.map(({ offset }) => offset)),
    Buffer.from(packHash, "hex"),
  ]);
  return Buffer.concat([body, createHash("sha1").update(body).digest()]);
}

/** For each byte, how many names begin with it or a smaller one. */
function countBelow(sorted: readonly IndexEntry[]): number[] {
  const counts = new Array<number>(256).fill(0);
  for (const { oid } of sorted) {
    const first = Number.parseInt(oid.slice(0, 2), 16);
    counts[first] = (counts[first] ?? 0) + 1;
  }
  let sum = 0;
  return counts.map((count) => {
    sum += count;
    return sum;
  });
}

function toNumbers(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32BE(value, place * 4);
  return bytes;
}
