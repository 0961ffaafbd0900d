import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import type { ObjectType } from "./pack-format.ts";
import { entryHead, typeNumbers } from "./pack-format.ts";

/** A finished pack and its index, as git keeps them. */
export interface PackFile {
  /** Of the files: `pack-<name>.pack`, `pack-<name>.idx`. */
  readonly name: string;
  readonly pack: Buffer;
  readonly index: Buffer;
  /** In the order of the pack. */
  readonly oids: readonly string[];
}

/** Gathers objects into one pack in memory. */
export interface PackWriter {
  /** Bytes so far. */
  readonly bytes: number;
  readonly count: number;
  /** Adds an object as it is. */
  add(oid: string, type: ObjectType, content: Buffer): void;
  /** Adds an object as a delta to one that was added before. */
  addDelta(oid: string, baseOid: string, delta: Buffer): void;
  finish(): PackFile;
}

interface Entry {
  readonly oid: string;
  readonly offset: number;
  readonly crc: number;
}

/** A writer of one pack (version 2), and of its index (version 2). */
export function createPackWriter(): PackWriter {
  const parts: Buffer[] = [];
  const entriesByOid = new Map<string, Entry>();
  let offset = 12;
  const append = (oid: string, head: Buffer, content: Buffer): void => {
    const bytes = Buffer.concat([head, deflateSync(content)]);
    entriesByOid.set(oid, { oid, offset, crc: crc32(bytes) });
    parts.push(bytes);
    offset += bytes.length;
  };
  return {
    get bytes() {
      return offset;
    },
    get count() {
      return entriesByOid.size;
    },
    add(oid, type, content) {
      append(oid, entryHead(typeNumbers[type], content.length), content);
    },
    addDelta(oid, baseOid, delta) {
      const base = entriesByOid.get(baseOid);
      if (base === undefined) throw new RangeError(`Object "${baseOid}" is not in the pack`);
      const head = [entryHead(typeNumbers.delta, delta.length), distance(offset - base.offset)];
      append(oid, Buffer.concat(head), delta);
    },
    finish: () => toFile(parts, [...entriesByOid.values()]),
  };
}

function toFile(parts: readonly Buffer[], entries: readonly Entry[]): PackFile {
  const header = Buffer.alloc(12);
  header.write("PACK");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(entries.length, 8);
  const body = Buffer.concat([header, ...parts]);
  const checksum = createHash("sha1").update(body).digest();
  const sorted = entries.toSorted((a, b) => (a.oid < b.oid ? -1 : 1));
  return {
    name: checksum.toString("hex"),
    pack: Buffer.concat([body, checksum]),
    index: toIndex(sorted, checksum),
    oids: entries.map(({ oid }) => oid),
  };
}

const indexHeader = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]);

/** Header, how many names begin with at most each byte, names, checksums, offsets, then both files' checksums. */
function toIndex(sorted: readonly Entry[], packChecksum: Buffer): Buffer {
  const fanout = Buffer.alloc(1024);
  const counts = new Uint32Array(256);
  for (const { oid } of sorted) {
    const first = Number.parseInt(oid.slice(0, 2), 16);
    counts[first] = (counts[first] ?? 0) + 1;
  }
  let sum = 0;
  for (const [n, count] of counts.entries()) {
    sum += count;
    fanout.writeUInt32BE(sum, n * 4);
  }
  const numbers = (of: (entry: Entry) => number): Buffer => {
    const bytes = Buffer.alloc(sorted.length * 4);
    for (const [n, entry] of sorted.entries()) bytes.writeUInt32BE(of(entry), n * 4);
    return bytes;
  };
  const body = Buffer.concat([
    indexHeader,
    fanout,
    Buffer.from(sorted.map(({ oid }) => oid).join(""), "hex"),
    numbers(({ crc }) => crc),
    numbers(({ offset }) => offset),
    packChecksum,
  ]);
  return Buffer.concat([body, createHash("sha1").update(body).digest()]);
}

/** How far back a delta's base lies: seven bits a byte, the highest first, one added at each step. */
function distance(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) {
    rest -= 1;
    bytes.unshift((rest & 0x7f) | 0x80);
  }
  return Buffer.from(bytes);
}
