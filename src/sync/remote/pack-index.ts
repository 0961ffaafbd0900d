import { createHash } from "node:crypto";
import type { IndexedPack } from "./index-pack.ts";

/** The bytes of the `.idx` file beside a pack (version 2). */
export function stringifyPackIndex(pack: IndexedPack): Buffer {
  const sorted = [...pack.entries].sort((a, b) => (a.oid < b.oid ? -1 : a.oid > b.oid ? 1 : 0));
  const fanout = Buffer.alloc(1024);
  const names = Buffer.alloc(sorted.length * 20);
  const sums = Buffer.alloc(sorted.length * 4);
  const offsets = Buffer.alloc(sorted.length * 4);
  const counts = new Array<number>(256).fill(0);
  for (const [index, { oid, crc, offset }] of sorted.entries()) {
    names.write(oid, index * 20, "hex");
    sums.writeUInt32BE(crc, index * 4);
    offsets.writeUInt32BE(offset, index * 4);
    const first = names[index * 20] ?? 0;
    counts[first] = (counts[first] ?? 0) + 1;
  }
  let below = 0;
  for (const [first, count] of counts.entries()) {
    below += count;
    fanout.writeUInt32BE(below, first * 4);
  }
  const head = Buffer.from("ff744f6300000002", "hex");
  const body = [head, fanout, names, sums, offsets, Buffer.from(pack.name, "hex")];
  const hash = createHash("sha1");
  for (const part of body) hash.update(part);
  return Buffer.concat([...body, hash.digest()]);
}
