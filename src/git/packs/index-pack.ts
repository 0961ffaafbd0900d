import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { type ObjectType, oidOf, type StoredObject } from "../object-format.ts";
import { createObjectCache } from "./object-cache.ts";
import { openPackFile, type PackFile } from "./pack-file.ts";
import { hashBytes, headBytes } from "./pack-format.ts";
import type { IndexEntry } from "./pack-index.ts";
import type { PackLimits } from "./pack-limits.ts";

/** A pack whose every object was unpacked and named. */
export interface IndexedPack {
  /** The hash at its end. */
  readonly name: string;
  /** In the order of the pack. */
  readonly entries: readonly IndexEntry[];
  /** Of all objects. */
  readonly bytes: number;
  typeOf(oid: string): ObjectType | undefined;
  read(oid: string): StoredObject;
  close(): void;
}

export interface IndexOptions {
  readonly limits: PackLimits;
  /** Is shown each object once; what it throws ends the work. */
  see(oid: string, object: StoredObject): void;
}

interface Entry {
  readonly offset: number;
  readonly crc: number;
  type: ObjectType | undefined;
  oid: string;
  depth: number;
}

const cacheBytes = 32 * 2 ** 20;

/**
 * Reads a pack from end to end, checks all that it says of itself and names its objects; else a SyntaxError. It never
 * awaits: run it in another thread where others must be served meanwhile.
 */
export function indexPack(path: string, { limits, see }: IndexOptions): IndexedPack {
  const entriesByOid = new Map<string, Entry>();
  let made = 0;
  const pack = openPackFile({
    ...{ path, limits, cache: createObjectCache(cacheBytes).part() },
    baseOf: (oid) => entriesByOid.get(oid)?.offset,
    spend(bytes) {
      made += bytes;
      const limit = limits.maxMadeBytes + limits.maxMadePerByte * pack.size();
      if (made > limit) throw new SyntaxError(`it unpacks to more than ${limit} bytes`);
    },
  });
  try {
    const work: Work = {
      ...{ pack, see, limits, entriesByOid, entries: [], deltasByBase: new Map(), bytes: 0 },
    };
    const name = checkHash(pack);
    scan(work);
    resolveDeltas(work);
    return {
      ...{ name, entries: work.entries, bytes: work.bytes },
      typeOf: (oid) => entriesByOid.get(oid)?.type,
      read(oid) {
        const entry = entriesByOid.get(oid);
        if (entry === undefined)
          throw new TypeError(`Cannot read object "${oid}": not in the pack`);
        return pack.objectAt(entry.offset);
      },
      close: () => pack.close(),
    };
  } catch (error) {
    pack.close();
    throw error;
  }
}

interface Work extends IndexOptions {
  readonly pack: PackFile;
  readonly entries: Entry[];
  readonly entriesByOid: Map<string, Entry>;
  /** What waits for the object at an offset, or of a name. */
  readonly deltasByBase: Map<number | string, Entry[]>;
  bytes: number;
}

/** The last 20 bytes are the hash of all others. */
function checkHash(pack: PackFile): string {
  const size = pack.size();
  const head = pack.slice(0, headBytes);
  const isPack = head.toString("latin1", 0, 4) === "PACK" && head.length === headBytes;
  if (!isPack || size < headBytes + hashBytes) throw new SyntaxError("it is not a pack");
  if (head.readUInt32BE(4) !== 2) throw new SyntaxError("it is a pack of another version");
  const hash = createHash("sha1");
  const end = size - hashBytes;
  for (let at = 0; at < end; at += 2 ** 20) {
    hash.update(pack.slice(at, Math.min(at + 2 ** 20, end)));
  }
  const name = pack.slice(end, size).toString("hex");
  if (hash.digest("hex") !== name) throw new SyntaxError("the pack's hash is wrong");
  return name;
}

/** A head of one byte, and the shortest that zlib writes. */
const shortestEntry = 9;

function scan(work: Work): void {
  const { pack, entries, deltasByBase, limits } = work;
  const count = checkCount(work);
  const last = pack.size() - hashBytes;
  let offset = headBytes;
  let unpacked = 0;
  for (let index = 0; index < count; index++) {
    if (offset >= last) throw tooFew();
    const { type, base, content, end } = pack.entryAt(offset);
    unpacked += content.length;
    if (unpacked > limits.maxUnpackedBytes) {
      throw new SyntaxError(`it unpacks to more than ${limits.maxUnpackedBytes} bytes`);
    }
    const crc = crc32(pack.slice(offset, end));
    const entry: Entry = { ...{ offset, crc, type }, oid: "", depth: 0 };
    entries.push(entry);
    if (type !== undefined) settle(work, entry, { type, content });
    else if (base !== undefined) {
      const waiting = deltasByBase.get(base);
      if (waiting === undefined) deltasByBase.set(base, [entry]);
      else waiting.push(entry);
    }
    offset = end;
  }
  if (offset !== last) throw new SyntaxError("the pack holds more than it says");
}

function checkCount({ pack, limits }: Work): number {
  const count = pack.slice(0, headBytes).readUInt32BE(8);
  if (count > limits.maxObjects) {
    throw new SyntaxError(`it holds ${count} objects, more than ${limits.maxObjects}`);
  }
  if (count * shortestEntry > pack.size() - headBytes - hashBytes) throw tooFew();
  return count;
}

const tooFew = (): SyntaxError => new SyntaxError("the pack holds fewer objects than it says");

/** From each whole object to what is a delta of it, and so on; the cache of the pack holds most of the way there. */
function resolveDeltas(work: Work): void {
  const { pack, entries, deltasByBase, limits } = work;
  const stack = entries.filter((entry) => entry.type !== undefined);
  /** What was made last is most often the base of what is made next, and may be too large for the cache. */
  let last: { readonly entry: Entry; readonly object: StoredObject } | undefined;
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { offset, oid, depth } = entry;
    const deltas = [...(deltasByBase.get(offset) ?? []), ...(deltasByBase.get(oid) ?? [])];
    if (deltas.length === 0) continue;
    const isTooLong = depth + 1 > limits.maxChain;
    if (isTooLong) throw new SyntaxError("a chain of changes is too long");
    if (last?.entry !== entry) last = undefined;
    const base = last?.object ?? pack.objectAt(offset);
    for (const delta of deltas) {
      const object = pack.applyAt(delta.offset, base);
      delta.type = object.type;
      delta.depth = depth + 1;
      settle(work, delta, object);
      stack.push(delta);
      last = { entry: delta, object };
    }
  }
  if (entries.some(({ type }) => type === undefined)) {
    throw new SyntaxError("the base of a change is missing");
  }
}

function settle(work: Work, entry: Entry, object: StoredObject): void {
  const { entriesByOid, see } = work;
  entry.oid = oidOf(object.type, object.content);
  if (entriesByOid.has(entry.oid)) throw new SyntaxError(`object ${entry.oid} is in it twice`);
  entriesByOid.set(entry.oid, entry);
  work.bytes += object.content.length;
  see(entry.oid, object);
}
