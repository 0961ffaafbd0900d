import { createHash } from "node:crypto";
import { blocked } from "../blocked.ts";

/** Git's index, kept as bytes wherever Loci has no business. */
export interface IndexFile {
  readonly version: 2 | 3 | 4;
  readonly entries: readonly IndexEntry[];
  readonly extensions: readonly IndexExtension[];
}

/** One entry: its path as bytes (latin1) and its fixed part, 62 bytes or 64 with extended flags. */
export interface IndexEntry {
  readonly path: string;
  readonly fixed: Buffer;
}

interface IndexExtension {
  readonly name: string;
  readonly body: Buffer;
}

/** No system opens a file with a longer one; each may be most of the one before, and make it longer. */
const longestPath = 4_096;
const fixedSize = 62;
const extendedFlag = 0x4000;
const skipWorktree = 0x4000;

export const entryOid = (entry: IndexEntry): string => entry.fixed.toString("hex", 40, 60);
export const entryMode = (entry: IndexEntry): number => entry.fixed.readUInt32BE(24);
export const entryStage = (entry: IndexEntry): number => (entry.fixed.readUInt16BE(60) >> 12) & 3;

/** Whether the person set git to ignore changes of this file (assume-unchanged, skip-worktree). */
export function isUnwatched(entry: IndexEntry): boolean {
  const extended = entry.fixed.length > fixedSize ? entry.fixed.readUInt16BE(62) : 0;
  return (entry.fixed.readUInt16BE(60) & 0x8000) !== 0 || (extended & skipWorktree) !== 0;
}

/** Stands for the device number in the entry of a file that was too large to be taken; git does not read it there. */
const leftOutMark = 0x4c6f6369;

/** The entry of a file that stays out of the folder, of this many bytes: to git one of skip-worktree. */
export function leaveOut(entry: IndexEntry, size: number): IndexEntry {
  const fixed = Buffer.alloc(fixedSize + 2);
  entry.fixed.copy(fixed, 0, 0, fixedSize);
  fixed.fill(0, 0, 24);
  fixed.writeUInt32BE(leftOutMark, 16);
  fixed.fill(0, 28, 36);
  fixed.writeUInt32BE(Math.min(size, 0xffffffff), 36);
  fixed.writeUInt16BE(fixed.readUInt16BE(60) | extendedFlag, 60);
  fixed.writeUInt16BE(skipWorktree, 62);
  return { path: entry.path, fixed };
}

/** The bytes of a file that Loci left out of the folder; undefined for any other. */
export function leftOutSize(entry: IndexEntry): number | undefined {
  const isOurs = entry.fixed.length > fixedSize && entry.fixed.readUInt32BE(16) === leftOutMark;
  return isOurs && isUnwatched(entry) ? entry.fixed.readUInt32BE(36) : undefined;
}

/** An entry without file times: git looks at the file itself and fills them in. */
export function createEntry(path: string, mode: number, oid: string): IndexEntry {
  const fixed = Buffer.alloc(fixedSize);
  fixed.writeUInt32BE(mode, 24);
  fixed.write(oid, 40, "hex");
  fixed.writeUInt16BE(Math.min(path.length, 0xfff), 60);
  return { path, fixed };
}

/**
 * Reads an index of version 2, 3 or 4. One that is damaged throws a SyntaxError, one of a kind that
 * Loci must not rewrite (split, sparse, unknown) a blocked error.
 */
export function parseIndex(bytes: Buffer): IndexFile {
  const version =
    bytes.length < 32 || bytes.toString("latin1", 0, 4) !== "DIRC" ? 0 : bytes.readUInt32BE(4);
  if (version === 0) throw new SyntaxError("Cannot read the git index: it is cut short");
  if (version !== 2 && version !== 3 && version !== 4) throw foreignIndex(`version ${version}`);
  checkSum(bytes);
  const entries: IndexEntry[] = [];
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const read = readEntry(bytes, at, version, entries.at(-1)?.path ?? "");
    entries.push(read.entry);
    at = read.end;
  }
  return { version, entries, extensions: readExtensions(bytes, at) };
}

function readExtensions(bytes: Buffer, start: number): IndexExtension[] {
  const extensions: IndexExtension[] = [];
  const last = bytes.length - 20;
  for (let at = start; at < last; ) {
    const name = bytes.toString("latin1", at, at + 4);
    const end = at + 8 > last ? Infinity : at + 8 + bytes.readUInt32BE(at + 4);
    if (end > last) throw cutShort();
    if (name === "link") throw foreignIndex("split in two files (core.splitIndex)");
    if (name === "sdir") throw foreignIndex("sparse");
    if (!/^[A-Z]/.test(name)) throw foreignIndex(`extended by "${name}"`);
    extensions.push({ name, body: bytes.subarray(at + 8, end) });
    at = end;
  }
  return extensions;
}

/** Writes an index file, its entries sorted as git wants them. */
export function stringifyIndex(index: IndexFile): Buffer {
  const header = Buffer.alloc(12);
  header.write("DIRC", "latin1");
  header.writeUInt32BE(index.version, 4);
  header.writeUInt32BE(index.entries.length, 8);
  const parts: Buffer[] = [header];
  let previous = "";
  for (const entry of index.entries) {
    parts.push(entry.fixed, writePath(entry, index.version, previous));
    previous = entry.path;
  }
  for (const { name, body } of index.extensions) {
    const head = Buffer.alloc(8);
    head.write(name, "latin1");
    head.writeUInt32BE(body.length, 4);
    parts.push(head, body);
  }
  const content = Buffer.concat(parts);
  return Buffer.concat([content, createHash("sha1").update(content).digest()]);
}

const cutShort = (): SyntaxError => new SyntaxError("Cannot read the git index: it is cut short");

function foreignIndex(kind: string): Error {
  return blocked(
    `its git index is ${kind}, which Loci cannot write safely`,
    "run `git update-index --no-split-index --index-version 2`, or commit with your own git",
  );
}

/** A checksum of zeros means that git skips it (index.skipHash). */
function checkSum(bytes: Buffer): void {
  const sum = bytes.subarray(-20);
  const actual = createHash("sha1").update(bytes.subarray(0, -20)).digest();
  if (sum.equals(actual) || sum.every((byte) => byte === 0)) return;
  throw new SyntaxError("Cannot read the git index: its checksum is wrong");
}

function readEntry(
  bytes: Buffer,
  start: number,
  version: number,
  previous: string,
): { entry: IndexEntry; end: number } {
  if (start + fixedSize > bytes.length - 20) throw cutShort();
  const extended = (bytes.readUInt16BE(start + 60) & extendedFlag) !== 0;
  const size = extended ? fixedSize + 2 : fixedSize;
  const fixed = bytes.subarray(start, start + size);
  const shared =
    version === 4
      ? readDistance(bytes, start + size)
      : { value: previous.length, end: start + size };
  const zero = bytes.indexOf(0, shared.end);
  const length = previous.length - shared.value + zero - shared.end;
  if (zero < 0 || zero >= bytes.length - 20 || shared.value > previous.length) throw cutShort();
  if (length > longestPath) throw new SyntaxError("Cannot read the git index: a path has no end");
  const path =
    previous.slice(0, previous.length - shared.value) + bytes.toString("latin1", shared.end, zero);
  const end = version === 4 ? zero + 1 : start + paddedSize(size + zero - shared.end);
  return { entry: { path, fixed }, end };
}

/** Versions 2 and 3 fill an entry with one to eight zeros up to a multiple of eight. */
const paddedSize = (size: number): number => (size + 8) & ~7;

/** Version 4 writes how many bytes of the path before to drop, then what to add. */
function writePath(entry: IndexEntry, version: number, previous: string): Buffer {
  const path = Buffer.from(entry.path, "latin1");
  if (version !== 4) {
    const size = entry.fixed.length + path.length;
    return Buffer.concat([path, Buffer.alloc(paddedSize(size) - size)]);
  }
  let same = 0;
  while (same < previous.length && previous[same] === entry.path[same]) same++;
  return Buffer.concat([writeVarint(previous.length - same), path.subarray(same), Buffer.alloc(1)]);
}

function writeVarint(value: number): Buffer {
  const bytes = [value & 127];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift(128 | (--rest & 127));
  return Buffer.from(bytes);
}

/** Seven bits a byte, the highest first, one added at each step. */
function readDistance(bytes: Buffer, from: number): { value: number; end: number } {
  let byte = bytes[from] ?? 0;
  let value = byte & 0x7f;
  let end = from + 1;
  for (; byte >= 0x80 && value <= longestPath; end++) {
    byte = bytes[end] ?? 0;
    value = (value + 1) * 0x80 + (byte & 0x7f);
  }
  return { value, end };
}
