import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { blocked, listFolder, plainRead, readIfThere } from "../disk.ts";
import { isWhole, maxObjectBytes, objectTypes, oidOf } from "../object-format.ts";

/** The error for what would take more memory than any note does. */
export class TooLargeError extends RangeError {
  override message = "Cannot read an object of more than 32 MB";
}

/** The indexes of packs (version 2), by the paths of the packs; empty where one is damaged. */
export type Packs = ReadonlyMap<string, Buffer>;

/** Opens the packs that some folders hold by now; one without an index was never finished, or is half deleted. */
export async function openPacks(folders: readonly string[]): Promise<Packs> {
  const listed = await Promise.all(folders.map((folder) => listFolder(folder)));
  const files = new Set(listed.flat().map(({ parentPath, name }) => join(parentPath, name)));
  const packs = [...files].filter((file) => file.endsWith(".pack") && files.has(indexOf(file)));
  return new Map(
    await Promise.all(packs.map(async (pack) => [pack, await readIndex(pack)] as const)),
  );
}

const indexOf = (pack: string): string => pack.replace(/pack$/, "idx");

async function readIndex(pack: string): Promise<Buffer> {
  const index = (await readIfThere(indexOf(pack)).catch(() => undefined)) ?? Buffer.alloc(0);
  const isVersion2 = index.length >= namesAt + 40 && index.readUInt32BE(0) === 0xff744f63;
  return isVersion2 && isWhole(index) ? index : Buffer.alloc(0);
}

/** Where the names begin in an index, behind a table of counts by their first byte (gitformat-pack). */
const namesAt = 1_032;

const countIn = (index: Buffer): number => index.readUInt32BE(namesAt - 4);

/** The objects of each pack, by its path. Throws a blocked error where one cannot be listed. */
export function listPacked(packs: Packs): readonly (readonly [string, readonly string[]])[] {
  return [...packs].map(([pack, index]) => {
    if (index.length === 0)
      throw blocked(
        `${indexOf(pack)} is damaged`,
        "run `git index-pack` with the .pack file beside it",
      );
    const names = index.toString("hex", namesAt, namesAt + countIn(index) * 20);
    return [pack, names.match(/.{40}/g) ?? []];
  });
}

/** Reads an object, if a pack holds it; isomorphic-git reads whole packs, without a limit. Throws for a damaged one. */
export function readPacked(packs: Packs, oid: string): Buffer | undefined {
  const changes: Buffer[] = [];
  let total = 0;
  for (let at = findPacked(packs, oid); at !== undefined; ) {
    const { type, content, base }: Entry = readEntry(at);
    if (base === undefined) {
      const whole = changes.reduceRight(applyChange, content);
      if (oidOf(type ?? "", whole) === oid) return whole;
      throw new SyntaxError(`Cannot read object "${oid}": ${at.pack} has another one`);
    }
    changes.push(content);
    total += content.length;
    // Git makes no longer chains of deltas; a damaged one may lead back to itself.
    if (total > 8 * maxObjectBytes || changes.length > 4_095) throw new TooLargeError();
    at = typeof base === "string" ? findPacked(packs, base) : base;
  }
  return undefined;
}

/** An object in a pack. */
interface Place {
  readonly pack: string;
  readonly start: number;
}

function findPacked(packs: Packs, oid: string): Place | undefined {
  const name = Buffer.from(oid, "hex");
  const countsAt = 8 + name.readUInt8(0) * 4;
  for (const [pack, index] of packs) {
    if (index.length === 0) continue;
    const from = countsAt === 8 ? 0 : index.readUInt32BE(countsAt - 4);
    const names = index.subarray(namesAt, namesAt + index.readUInt32BE(countsAt) * 20);
    const at = names.indexOf(name, from * 20);
    if (at >= 0) return { pack, start: index.readUInt32BE(namesAt + countIn(index) * 24 + at / 5) };
  }
  return undefined;
}

/** What stands in a pack: an object, or a change of its base, which is named or stands before it. */
interface Entry {
  readonly type?: string | undefined;
  readonly content: Buffer;
  readonly base?: string | Place;
}

function readEntry({ pack, start }: Place): Entry {
  const head = readAt(pack, start, 4_096);
  const kind = ((head[0] ?? 0) >> 4) & 7;
  const { value: size, end } = readSize(head, 0, 4);
  if (size > maxObjectBytes) throw new TooLargeError();
  const unpack = (at: number): Buffer => {
    const longest = at + size + (size >> 2) + 64; // What cannot be compressed grows a little.
    const bytes = longest > head.length ? readAt(pack, start, longest) : head;
    return inflateSync(bytes.subarray(at), { maxOutputLength: Math.max(size, 1) });
  };
  if (kind === 7) return { base: head.toString("hex", end, end + 20), content: unpack(end + 20) };
  if (kind !== 6) return { type: objectTypes[kind - 1], content: unpack(end) };
  // Seven bits a byte, the highest first, one added at each step.
  let [at, before] = [end, -1];
  do before = (before + 1) * 0x80 + ((head[at] ?? 0) & 0x7f);
  while ((head[at++] ?? 0) >= 0x80);
  return { base: { pack, start: start - before }, content: unpack(at) };
}

/** Seven bits a byte, the lowest first; only so many of the first one. */
function readSize(bytes: Buffer, start: number, bits = 7) {
  let end = start + 1;
  let value = (bytes[start] ?? 0) & (2 ** bits - 1);
  for (let scale = 2 ** bits; (bytes[end - 1] ?? 0) >= 0x80; scale *= 0x80)
    value += ((bytes[end++] ?? 0) & 0x7f) * scale;
  return { value, end };
}

/** A change copies parts of its base, and inserts others. */
function applyChange(base: Buffer, change: Buffer): Buffer {
  const { value: size, end } = readSize(change, readSize(change, 0).end);
  if (size > maxObjectBytes) throw new TooLargeError();
  const content = Buffer.alloc(size);
  let [at, length] = [end, 0];
  /** Bytes that are zero are left out. */
  const readNumber = (isThere: number, most: number): number => {
    let value = 0;
    for (let nth = 0; nth < most; nth++)
      if ((isThere >> nth) & 1) value += (change[at++] ?? 0) * 2 ** (8 * nth);
    return value;
  };
  while (at < change.length) {
    const code = change[at++] ?? 0;
    if (code < 0x80) {
      length += change.copy(content, length, at, at + code);
      at += code;
    } else {
      const from = readNumber(code & 15, 4);
      length += base.copy(content, length, from, from + (readNumber((code >> 4) & 7, 3) || 65_536));
    }
  }
  return content;
}

function readAt(path: string, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const file = openSync(path, plainRead);
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, length, at));
  } finally {
    closeSync(file);
  }
}
