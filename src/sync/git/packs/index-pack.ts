import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { createPause } from "../breathe.ts";
import { oidOf } from "../loose-object.ts";
import { createObjectCache } from "./object-cache.ts";
import { longestChain, openPackFile, type PackFile } from "./pack-file.ts";
import type { ObjectType, StoredObject } from "./pack-format.ts";
import type { IndexEntry } from "./pack-index.ts";

/** A pack whose every object was unpacked and named. */
export interface IndexedPack {
  /** The hash at its end. */
  readonly name: string;
  /** In the order of the pack. */
  readonly entries: readonly IndexEntry[];
  typeOf(oid: string): ObjectType | undefined;
  read(oid: string): StoredObject;
  close(): void;
}

export interface IndexOptions {
  readonly maxObjectBytes: number;
  readonly signal: AbortSignal | undefined;
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

/** Reads a pack from end to end, checks all that it says of itself and names its objects; else a SyntaxError. */
export async function indexPack(path: string, options: IndexOptions): Promise<IndexedPack> {
  const { maxObjectBytes, signal, see } = options;
  const entriesByOid = new Map<string, Entry>();
  const pack = openPackFile({
    ...{ path, maxObjectBytes, cache: createObjectCache(cacheBytes).part() },
    baseOf: (oid) => entriesByOid.get(oid)?.offset,
  });
  try {
    const work: Work = {
      ...{ pack, see, entriesByOid, entries: [], changesByBase: new Map() },
      pause: createPause(signal),
    };
    const name = await checkHash(work);
    await scan(work);
    await resolveChanges(work);
    return {
      name,
      entries: work.entries,
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

interface Work extends Pick<IndexOptions, "see"> {
  readonly pack: PackFile;
  readonly entries: Entry[];
  readonly entriesByOid: Map<string, Entry>;
  /** What waits for the object at an offset, or of a name. */
  readonly changesByBase: Map<number | string, Entry[]>;
  readonly pause: () => Promise<void> | undefined;
}

/** The last 20 bytes are the hash of all others. */
async function checkHash({ pack, pause }: Work): Promise<string> {
  const size = pack.size();
  const head = pack.slice(0, 12);
  const isPack = head.toString("latin1", 0, 4) === "PACK" && head.length === 12;
  if (!isPack || size < 32) throw new SyntaxError("it is no pack");
  if (head.readUInt32BE(4) !== 2) throw new SyntaxError("it is a pack of another version");
  const hash = createHash("sha1");
  const end = size - 20;
  for (let at = 0; at < end; at += 2 ** 20) {
    hash.update(pack.slice(at, Math.min(at + 2 ** 20, end)));
    await pause();
  }
  const name = pack.slice(end, size).toString("hex");
  if (hash.digest("hex") !== name) throw new SyntaxError("the pack's hash is wrong");
  return name;
}

async function scan(work: Work): Promise<void> {
  const { pack, entries, changesByBase, pause } = work;
  const count = pack.slice(8, 12).readUInt32BE(0);
  const last = pack.size() - 20;
  let offset = 12;
  for (let index = 0; index < count; index++) {
    if (offset >= last) throw new SyntaxError("the pack holds fewer objects than it says");
    const { type, base, content, end } = pack.entryAt(offset);
    const crc = crc32(pack.slice(offset, end));
    const entry: Entry = { ...{ offset, crc, type }, oid: "", depth: 0 };
    entries.push(entry);
    if (type !== undefined) settle(work, entry, { type, content });
    else if (base !== undefined) {
      const waiting = changesByBase.get(base);
      if (waiting === undefined) changesByBase.set(base, [entry]);
      else waiting.push(entry);
    }
    offset = end;
    await pause();
  }
  if (offset !== last) throw new SyntaxError("the pack holds more than it says");
}

/** From each whole object to what is a change of it, and so on; the cache of the pack holds the way there. */
async function resolveChanges(work: Work): Promise<void> {
  const { pack, entries, changesByBase, pause } = work;
  const stack = entries.filter((entry) => entry.type !== undefined);
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { offset, oid, depth } = entry;
    const changes = [...(changesByBase.get(offset) ?? []), ...(changesByBase.get(oid) ?? [])];
    for (const change of changes) {
      if (change.type !== undefined) continue;
      change.depth = depth + 1;
      if (change.depth > longestChain) throw new SyntaxError("a chain of changes is too long");
      const object = pack.objectAt(change.offset);
      change.type = object.type;
      settle(work, change, object);
      stack.push(change);
      await pause();
    }
  }
  if (entries.some(({ type }) => type === undefined)) {
    throw new SyntaxError("the base of a change is missing");
  }
}

function settle({ entriesByOid, see }: Work, entry: Entry, object: StoredObject): void {
  entry.oid = oidOf(object.type, object.content);
  entriesByOid.set(entry.oid, entry);
  see(entry.oid, object);
}
