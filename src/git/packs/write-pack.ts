import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { deflate, deflateSync } from "node:zlib";
import { entryHead, type ObjectType, packHead } from "./pack-format.ts";

const compress = promisify(deflate);
/** What is smaller is packed sooner than handed to another thread. */
const smallBytes = 2 ** 15;

/** The bytes of an entry: an object, or a change of one that lies so many bytes before it. */
export async function packEntry(
  kind: ObjectType | { readonly back: number },
  content: Uint8Array,
): Promise<Buffer> {
  const body = content.length < smallBytes ? deflateSync(content) : await compress(content);
  return Buffer.concat([entryHead(kind, content.length), body]);
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
