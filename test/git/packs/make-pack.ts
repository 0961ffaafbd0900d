import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { type IndexEntry, stringifyPackIndex } from "../../../src/git/packs/pack-index.ts";
import { flushPacket, packet } from "../../../src/git/remote/packet.ts";

const number = { commit: 1, tree: 2, blob: 3, tag: 4, offset: 6, reference: 7 };

/** An entry of a pack that is made by hand, sound or not. */
export interface Part {
  readonly type: keyof typeof number;
  readonly content: Buffer;
  /** What the header says, where it lies. */
  readonly size?: number;
  /** What names the base of a change: the bytes after the header. */
  readonly base?: Buffer;
  /** The compressed bytes, where they are not those of the content. */
  readonly packed?: Buffer;
}

/** A pack of these parts, with a right hash. */
export const packOf = (parts: readonly Part[], count = parts.length): Buffer =>
  packOfEntries(parts.map(entryOf), count);

/** A pack of entries as they are, with a right hash. */
export function packOfEntries(entries: readonly Buffer[], count = entries.length): Buffer {
  const head = Buffer.alloc(12);
  head.write("PACK");
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(count, 8);
  return sealed(Buffer.concat([head, ...entries]));
}

/** The bytes, and their hash after them. */
export const sealed = (body: Buffer): Buffer =>
  Buffer.concat([body, createHash("sha1").update(body).digest()]);

export function entryOf(part: Part): Buffer {
  const { type, content, size = content.length, base = Buffer.alloc(0) } = part;
  const bytes: number[] = [];
  let byte = (number[type] << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
  }
  const packed = part.packed ?? deflateSync(content);
  return Buffer.concat([Buffer.from([...bytes, byte]), base, packed]);
}

export const oidOf = ({ type, content }: Part): string =>
  createHash("sha1").update(`${type} ${content.length}\0`).update(content).digest("hex");

export const blob = (text: string | Buffer): Part => ({ type: "blob", content: Buffer.from(text) });

export const tree = (...entries: [mode: string, name: string | Buffer, oid: string][]): Part => ({
  type: "tree",
  content: Buffer.concat(
    entries.flatMap(([mode, name, oid]) => [
      Buffer.from(`${mode} `),
      Buffer.from(name),
      Buffer.from([0]),
      Buffer.from(oid, "hex"),
    ]),
  ),
});

export const commit = (root: string, ...parents: string[]): Part => ({
  type: "commit",
  content: Buffer.from(
    `tree ${root}\n${parents.map((one) => `parent ${one}\n`).join("")}author A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nx\n`,
  ),
});

/** A whole history of one commit that holds this tree. */
export function history(root: Part, ...others: Part[]): { pack: Buffer; tip: string } {
  const tip = commit(oidOf(root));
  return { pack: packOf([tip, root, ...others]), tip: oidOf(tip) };
}

/** Seven bits a byte, the lowest first: a size in a change. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** A change that copies the whole base; `extra` is put behind it. */
export function copyAll(baseSize: number, extra = Buffer.alloc(0)): Buffer {
  const parts = [varint(baseSize), varint(baseSize + extra.length)];
  for (let at = 0; at < baseSize; at += 0xffffff) {
    const length = Math.min(0xffffff, baseSize - at);
    const op = Buffer.alloc(8);
    op[0] = 0xff;
    op.writeUInt32LE(at, 1);
    op.writeUIntLE(length, 5, 3);
    parts.push(op);
  }
  if (extra.length > 0) parts.push(Buffer.from([extra.length]), extra);
  return Buffer.concat(parts);
}

/** How far before it the base of a change lies: seven bits a byte, the highest first, one added at each step. */
export function distance(back: number): Buffer {
  const bytes = [back & 0x7f];
  for (let rest = Math.floor(back / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest -= 1;
    bytes.unshift((rest & 0x7f) | 0x80);
  }
  return Buffer.from(bytes);
}

/** A whole object, and changes that each copy all of the one before and add a byte. */
export function chainOf(base: Part, depth: number): Buffer[] {
  const entries = [entryOf(base)];
  for (let n = 0; n < depth; n++) {
    const content = copyAll(base.content.length + n, Buffer.from([n & 0xff]));
    const back = distance(entries.at(-1)?.length ?? 0);
    entries.push(entryOf({ type: "offset", content, base: back }));
  }
  return entries;
}

/** What a server answers that sends this pack. */
export function packAnswer(pack: Buffer): Buffer {
  const parts = [packet("NAK\n")];
  for (let at = 0; at < pack.length; at += 65_000) {
    parts.push(packet(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + 65_000)])));
  }
  return Buffer.concat([...parts, flushPacket]);
}

/** Puts a pack into a repository, with an index that says where this object lies. */
export function addPack(gitDir: string, entries: readonly Buffer[], oid: string, at: number): void {
  const pack = packOfEntries(entries);
  const name = pack.toString("hex", pack.length - 20);
  const offset = 12 + entries.slice(0, at).reduce((sum, { length }) => sum + length, 0);
  const stem = join(gitDir, "objects/pack", `pack-${name}`);
  writeFileSync(`${stem}.pack`, pack);
  writeFileSync(`${stem}.idx`, stringifyPackIndex([{ oid, offset, crc: 0 }], name));
}

/** An index, of a pack of any size: offsets beyond 2 GB stand in a table of their own. */
export function farIndex(entries: readonly IndexEntry[], packHash: string): Buffer {
  const far = entries.filter(({ offset }) => offset >= 2 ** 31);
  const placed = entries.map((entry) => {
    const place = far.indexOf(entry);
    return place < 0 ? entry : { ...entry, offset: 2 ** 31 + place };
  });
  const table = Buffer.alloc(far.length * 8);
  for (const [place, { offset }] of far.entries()) {
    table.writeBigUInt64BE(BigInt(offset), place * 8);
  }
  const near = stringifyPackIndex(placed, packHash);
  return sealed(Buffer.concat([near.subarray(0, -40), table, Buffer.from(packHash, "hex")]));
}
