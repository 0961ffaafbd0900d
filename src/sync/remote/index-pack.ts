import { createHash, type Hash } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { type Link, linksOf } from "./links.ts";
import { openPackFile, type PackedObject, type PackedType, type PackFile } from "./pack-file.ts";

/** A pack whose every object was unpacked and named. */
export interface IndexedPack {
  /** The hash at its end. */
  readonly name: string;
  readonly entries: readonly IndexedEntry[];
  /** All that its objects name, in the pack or not. */
  readonly links: ReadonlyMap<string, Link["type"]>;
  typeOf(oid: string): PackedType | undefined;
  read(oid: string): PackedObject;
  close(): void;
}

interface IndexedEntry {
  readonly oid: string;
  readonly offset: number;
  readonly crc: number;
}

interface Entry {
  readonly offset: number;
  readonly crc: number;
  type: PackedType | undefined;
  oid: string;
  depth: number;
}

export interface IndexLimits {
  readonly maxObjectBytes: number;
  /** Commits whose parents are cut off. */
  readonly shallow: ReadonlySet<string>;
  readonly signal: AbortSignal | undefined;
}

const deepest = 4096;

/** Reads a pack from end to end, checks all that it says of itself and names its objects; else a SyntaxError. */
export async function indexPack(path: string, limits: IndexLimits): Promise<IndexedPack> {
  const entriesByOid = new Map<string, Entry>();
  const pack = openPackFile(path, limits.maxObjectBytes, (oid) => entriesByOid.get(oid)?.offset);
  try {
    const work: Work = {
      ...{ pack, limits, entriesByOid, entries: [], changesByBase: new Map(), links: new Map() },
      pause: createPause(limits.signal),
    };
    const name = await checkHash(work);
    await scan(work);
    await resolveChanges(work);
    return {
      name,
      entries: work.entries,
      links: work.links,
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

interface Work {
  readonly pack: PackFile;
  readonly limits: IndexLimits;
  readonly entries: Entry[];
  readonly entriesByOid: Map<string, Entry>;
  /** What waits for the object at an offset, or of a name. */
  readonly changesByBase: Map<number | string, Entry[]>;
  readonly links: Map<string, Link["type"]>;
  readonly pause: () => Promise<void> | undefined;
}

/** The last 20 bytes are the hash of all others. */
async function checkHash({ pack, pause }: Work): Promise<string> {
  const header = pack.slice(0, 12);
  const isPack = header.toString("latin1", 0, 4) === "PACK" && header.length === 12;
  if (!isPack || pack.bytes < 32) throw new SyntaxError("it is no pack");
  if (header.readUInt32BE(4) !== 2) throw new SyntaxError("it is a pack of another version");
  const hash: Hash = createHash("sha1");
  const end = pack.bytes - 20;
  for (let at = 0; at < end; at += 2 ** 20) {
    hash.update(pack.slice(at, Math.min(at + 2 ** 20, end)));
    await pause();
  }
  const name = pack.slice(end, pack.bytes).toString("hex");
  if (hash.digest("hex") !== name) throw new SyntaxError("the pack's hash is wrong");
  return name;
}

async function scan(work: Work): Promise<void> {
  const { pack, entries, changesByBase, pause } = work;
  const count = pack.slice(8, 12).readUInt32BE(0);
  let offset = 12;
  for (let index = 0; index < count; index++) {
    if (offset >= pack.bytes - 20)
      throw new SyntaxError("the pack holds fewer objects than it says");
    const { type, base, content, end } = pack.entryAt(offset);
    const entry: Entry = {
      ...{ offset, type, oid: "", depth: 0 },
      crc: crc32(pack.slice(offset, end)),
    };
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
  if (offset !== pack.bytes - 20) throw new SyntaxError("the pack holds more than it says");
}

/** From each whole object to what is a change of it, and so on; the cache of the pack holds the way there. */
async function resolveChanges(work: Work): Promise<void> {
  const { entries, changesByBase, pause } = work;
  const stack = entries.filter((entry) => entry.type !== undefined);
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { offset, oid, depth } = entry;
    const changes = [...(changesByBase.get(offset) ?? []), ...(changesByBase.get(oid) ?? [])];
    for (const change of changes) {
      if (change.type !== undefined) continue;
      change.depth = depth + 1;
      resolveChange(work, change);
      stack.push(change);
      await pause();
    }
  }
  if (entries.some(({ type }) => type === undefined)) {
    throw new SyntaxError("the base of a change is missing");
  }
}

function resolveChange(work: Work, change: Entry): void {
  if (change.depth > deepest) throw new SyntaxError("a chain of changes is too long");
  const object = work.pack.objectAt(change.offset);
  change.type = object.type;
  settle(work, change, object);
}

/** Names an object and notes what it needs. */
function settle(work: Work, entry: Entry, { type, content }: PackedObject): void {
  const { entriesByOid, links, limits } = work;
  const hash = createHash("sha1").update(`${type} ${content.length}\0`);
  entry.oid = hash.update(content).digest("hex");
  entriesByOid.set(entry.oid, entry);
  if (type === "blob" || type === "tag") return;
  const isCut = limits.shallow.has(entry.oid);
  for (const link of linksOf(type, entry.oid, content)) {
    if (isCut && link.type === "commit") continue;
    const before = links.get(link.oid);
    if (before === undefined) links.set(link.oid, link.type);
    else if (before !== link.type) throw new SyntaxError(`object ${link.oid} is of two types`);
  }
}

/** Lets others work every few milliseconds, and ends when the caller wants. */
function createPause(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < 12) return undefined;
    return breathe().then(() => {
      signal?.throwIfAborted();
      since = performance.now();
    });
  };
}
