import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { crc32, deflate, deflateSync } from "node:zlib";
import type { ObjectType } from "../object-format.ts";
import { entryHead, headBytes, packHead } from "./pack-format.ts";
import { type IndexEntry, stringifyPackIndex } from "./pack-index.ts";

const compress = promisify(deflate);
/** What is smaller is packed sooner than handed to another thread. */
const smallBytes = 2 ** 15;

/** The bytes of an entry that holds a whole object. */
export async function packEntry(type: ObjectType, content: Uint8Array): Promise<Buffer> {
  // Of no more room than that takes: zlib's usual 16 KB for each of ten thousand small objects is a lot at once.
  const chunkSize = content.length + (content.length >> 8) + 64;
  const isSmall = content.length < smallBytes;
  const body = isSmall ? deflateSync(content, { chunkSize }) : await compress(content);
  return Buffer.concat([entryHead(type, content.length), body]);
}

/** The bytes of a pack of so many entries: the head, each entry, and the hash of them all. */
export async function* writePack(
  count: number,
  entries: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha1");
  const head = packHead(count);
  hash.update(head);
  yield head;
  for await (const entry of entries) {
    hash.update(entry);
    yield entry;
  }
  yield hash.digest();
}

/** Gathers objects into one pack in memory. */
export interface PackBuilder {
  /** Bytes so far. */
  readonly bytes: number;
  /** Adds an object, whole: finding deltas is left to git. */
  add(oid: string, type: ObjectType, content: Buffer): Promise<void>;
  /** The pack and its index, as git keeps them. */
  finish(): Promise<{ readonly name: string; readonly bytes: Buffer; readonly index: Buffer }>;
}

/** A pack to be filled. */
export function createPackBuilder(): PackBuilder {
  const parts: Buffer[] = [];
  const entries: IndexEntry[] = [];
  let offset = headBytes;
  return {
    get bytes() {
      return offset;
    },
    async add(oid, type, content) {
      const entry = await packEntry(type, content);
      entries.push({ oid, offset, crc: crc32(entry) });
      parts.push(entry);
      offset += entry.length;
    },
    async finish() {
      const pieces: Buffer[] = [];
      for await (const piece of writePack(parts.length, parts)) pieces.push(piece);
      const bytes = Buffer.concat(pieces);
      const name = bytes.toString("hex", bytes.length - 20);
      return { name, bytes, index: stringifyPackIndex(entries, name) };
    },
  };
}
