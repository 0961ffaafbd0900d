import { hash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { applyDelta } from "./apply-delta.ts";

/** The packs of a repository, for whoever reads a hundred thousand objects: the library takes half a millisecond each. */
export interface Packs {
  /** The content of an object, checked against its name; undefined where no pack holds it. Throws for damage. */
  read(oid: string): Buffer | undefined;
  close(): void;
}

/** Opens the packs as they now are. What cannot be read of them is passed over: the library may know better. */
export function openPacks(gitDir: string): Packs {
  const folder = join(gitDir, "objects", "pack");
  const packs = listIndexes(folder).flatMap((name) => openPack(join(folder, name)) ?? []);
  return {
    read(oid) {
      for (const pack of packs) {
        const at = findOffset(pack, oid);
        if (at === undefined) continue;
        const { type, content } = readAt(pack, at);
        if (nameOf(type, content) === oid) return content;
        throw new SyntaxError(`Cannot read object "${oid}": wrong content`);
      }
      return undefined;
    },
    close() {
      for (const { fd } of packs) closeSync(fd);
    },
  };
}

interface Pack {
  readonly fd: number;
  readonly index: Buffer;
  readonly count: number;
  /** All offsets in order, with the end of the last object: where one ends, the next begins. */
  readonly ends: Float64Array;
  readonly cache: Map<number, PackedObject>;
  cached: number;
}

interface PackedObject {
  readonly type: string;
  readonly content: Buffer;
}

/** Neighbours in a pack are made of one another: to keep what was lately read saves most of the work. */
const mostCached = 12 * 2 ** 20;
const mostBytes = 2 ** 28;
const plainRead = constants.O_RDONLY | constants.O_NOFOLLOW;

function listIndexes(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^pack-[0-9a-f]+\.idx$/.test(name));
  } catch {
    return []; // No packs yet.
  }
}

/** Undefined for an index of another format, or one that is damaged or gone. */
function openPack(indexFile: string): Pack | undefined {
  try {
    const index = readWhole(indexFile);
    if (index.readUInt32BE(0) !== 0xff744f63 || index.readUInt32BE(4) !== 2) return undefined;
    const count = index.readUInt32BE(8 + 255 * 4);
    const fd = openSync(indexFile.replace(/\.idx$/, ".pack"), plainRead);
    const ends = Float64Array.from({ length: count + 1 }, (_, n) =>
      n === count ? fstatSync(fd).size - 20 : offsetOf(index, count, n),
    ).sort();
    return { fd, index, count, ends, cache: new Map(), cached: 0 };
  } catch {
    return undefined; // Repacked this moment, or damaged: the library says which.
  }
}

function readWhole(file: string): Buffer {
  const fd = openSync(file, plainRead);
  try {
    return readRange(fd, 0, fstatSync(fd).size);
  } finally {
    closeSync(fd);
  }
}

function readRange(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(to - from);
  for (let at = 0; at < bytes.length; ) {
    const read = readSync(fd, bytes, at, bytes.length - at, from + at);
    if (read === 0) throw new SyntaxError("Cannot read a pack: it is cut short");
    at += read;
  }
  return bytes;
}

const namesAt = 8 + 256 * 4;

function findOffset({ index, count }: Pack, oid: string): number | undefined {
  const wanted = Buffer.from(oid, "hex");
  const first = wanted[0] ?? 0;
  let low = first === 0 ? 0 : index.readUInt32BE(8 + (first - 1) * 4);
  let high = index.readUInt32BE(8 + first * 4);
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = namesAt + middle * 20;
    const order = wanted.compare(index, at, at + 20);
    if (order === 0) return offsetOf(index, count, middle);
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return undefined;
}

function offsetOf(index: Buffer, count: number, n: number): number {
  const offsetsAt = namesAt + count * 24;
  const offset = index.readUInt32BE(offsetsAt + n * 4);
  if (offset < 2 ** 31) return offset;
  return Number(index.readBigUInt64BE(offsetsAt + count * 4 + (offset - 2 ** 31) * 8));
}

const types = ["", "commit", "tree", "blob", "tag"];

/** An object, and those that it is made of, without a call for each: a chain may be thousands long. */
function readAt(pack: Pack, offset: number): PackedObject {
  const deltas: { readonly at: number; readonly delta: Buffer }[] = [];
  let at = offset;
  let object = pack.cache.get(at);
  while (object === undefined) {
    const raw = readRaw(pack, at);
    if (raw.base === undefined) object = keep(pack, at, { type: raw.type, content: raw.content });
    else {
      deltas.push({ at, delta: raw.content });
      at = raw.base;
      object = pack.cache.get(at);
    }
  }
  for (const { at: place, delta } of deltas.toReversed()) {
    object = keep(pack, place, {
      type: object.type,
      content: applyDelta(object.content, delta),
    });
  }
  return object;
}

function keep(pack: Pack, at: number, object: PackedObject): PackedObject {
  pack.cache.set(at, object);
  pack.cached += object.content.length + 100;
  for (const [oldest, { content }] of pack.cache) {
    if (pack.cached <= mostCached) break;
    pack.cache.delete(oldest);
    pack.cached -= content.length + 100;
  }
  return object;
}

/** What stands at an offset: an object, or what makes one of another at the offset `base`. */
function readRaw(pack: Pack, offset: number) {
  const bytes = readRange(pack.fd, offset, endOf(pack, offset));
  let at = 0;
  let byte = bytes[at++] ?? 0;
  const type = (byte >> 4) & 7;
  let [size, factor] = [byte & 15, 16];
  while (byte & 0x80) {
    byte = bytes[at++] ?? 0;
    size += (byte & 0x7f) * factor;
    factor *= 128;
  }
  let base: number | undefined;
  if (type === 6) {
    byte = bytes[at++] ?? 0;
    let back = byte & 0x7f;
    while (byte & 0x80) {
      byte = bytes[at++] ?? 0;
      back = (back + 1) * 128 + (byte & 0x7f);
    }
    base = offset - back;
  } else if (type === 7) {
    base = findOffset(pack, bytes.toString("hex", at, at + 20));
    at += 20;
    if (base === undefined) throw new SyntaxError("Cannot read a pack: a base is missing");
  }
  if (base !== undefined && base >= offset && type === 6) {
    throw new SyntaxError("Cannot read a pack: an object is made of itself");
  }
  return { type: types[type] ?? "", content: inflate(bytes.subarray(at), size), base };
}

/** Into no more room than it takes: what is kept would keep the rest, too. */
function inflate(bytes: Buffer, size: number): Buffer {
  if (size > mostBytes) throw new SyntaxError("Cannot read a pack: an object is too large");
  const content = inflateSync(bytes, { chunkSize: size + 64, maxOutputLength: size + 64 });
  if (content.length !== size) throw new SyntaxError("Cannot read a pack: wrong length");
  return content;
}

function endOf({ ends }: Pack, offset: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const end = ends[low] ?? 0;
  if (end <= offset) throw new SyntaxError("Cannot read a pack: it is cut short");
  return end;
}

const nameOf = (type: string, content: Buffer): string =>
  hash("sha1", Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]), "hex");
