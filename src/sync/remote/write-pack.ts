import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import type { Link } from "./links.ts";
import type { ObjectSource } from "./object-source.ts";

const compress = promisify(deflate);
const typeNumbers = { commit: 1, tree: 2, blob: 3 } as const;

/** The bytes of a pack that holds these objects whole, one piece an object. */
export async function* writePack(
  objects: ObjectSource,
  wanted: readonly Link[],
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha1");
  const hashed = (bytes: Buffer): Buffer => {
    hash.update(bytes);
    return bytes;
  };
  const head = Buffer.alloc(12);
  head.write("PACK");
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(wanted.length, 8);
  yield hashed(head);
  for (const { oid, type } of wanted) {
    const content = await objects.read(oid);
    const start = entryHeader(typeNumbers[type], content.length);
    yield hashed(Buffer.concat([start, await compress(content)]));
  }
  yield hash.digest();
}

/** Four bits of the size, then seven at a time, the lowest first. */
function entryHeader(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let byte = (type << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  return Buffer.from([...bytes, byte]);
}
