import { crc32 } from "node:zlib";
import type { ObjectType } from "./pack-format.ts";
import { type IndexEntry, stringifyPackIndex } from "./pack-index.ts";
import { packEntry, writePack } from "./write-pack.ts";

/** Gathers objects into one pack in memory. */
export interface PackGatherer {
  /** Bytes so far. */
  readonly bytes: number;
  /** Adds an object as it is. */
  add(oid: string, type: ObjectType, content: Buffer): Promise<void>;
  /** Adds an object as a change of one that was added before. */
  addChange(oid: string, base: string, change: Buffer): Promise<void>;
  /** The pack and its index, as git keeps them. */
  finish(): Promise<{ readonly name: string; readonly bytes: Buffer; readonly index: Buffer }>;
}

/** A pack to be filled. */
export function gatherPack(): PackGatherer {
  const parts: Buffer[] = [];
  const entriesByOid = new Map<string, IndexEntry>();
  let offset = 12;
  const append = (oid: string, bytes: Buffer): void => {
    entriesByOid.set(oid, { oid, offset, crc: crc32(bytes) });
    parts.push(bytes);
    offset += bytes.length;
  };
  return {
    get bytes() {
      return offset;
    },
    async add(oid, type, content) {
      append(oid, await packEntry(type, content));
    },
    async addChange(oid, base, change) {
      const entry = entriesByOid.get(base);
      if (entry === undefined) throw new RangeError(`Object "${base}" is not in the pack`);
      append(oid, await packEntry({ back: offset - entry.offset }, change));
    },
    async finish() {
      const pieces: Buffer[] = [];
      for await (const piece of writePack(parts.length, parts)) pieces.push(piece);
      const bytes = Buffer.concat(pieces);
      const name = bytes.toString("hex", bytes.length - 20);
      return { name, bytes, index: stringifyPackIndex([...entriesByOid.values()], name) };
    },
  };
}
