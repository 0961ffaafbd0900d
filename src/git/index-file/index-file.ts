import { createHash } from "node:crypto";
import { blocked } from "../blocked.ts";

/** One entry of git's index: its path as bytes (latin1) and its fixed part, 62 bytes or 64 with extended flags. */
export interface IndexEntry {
  readonly path: string;
  readonly fixed: Buffer;
}

/** No system opens a file with a longer one; each may be most of the one before, and make it longer. */
const longestPath = 4_096;
const fixedSize = 62;
const extendedFlag = 0x4000;
const assumeUnchanged = 0x8000;
const skipWorktree = 0x4000;
const intentToAdd = 0x2000;

export const entryOid = (entry: IndexEntry): string => entry.fixed.toString("hex", 40, 60);
export const entryMode = (entry: IndexEntry): number => entry.fixed.readUInt32BE(24);
export const entryStage = (entry: IndexEntry): number => (flagsOf(entry) >> 12) & 3;

/** The size of the file when git last looked at it, in bytes; 0 where that is not known. */
export const entrySize = (entry: IndexEntry): number => entry.fixed.readUInt32BE(36);

/** Whether git looks away from the file of an entry (assume-unchanged, skip-worktree). */
export const isUnwatched = (entry: IndexEntry): boolean =>
  (flagsOf(entry) & assumeUnchanged) !== 0 || (moreFlagsOf(entry) & skipWorktree) !== 0;

/** Whether an entry only says that a file is going to be added (`git add -N`). */
export const isIntent = (entry: IndexEntry): boolean => (moreFlagsOf(entry) & intentToAdd) !== 0;

const flagsOf = (entry: IndexEntry): number => entry.fixed.readUInt16BE(60);
const moreFlagsOf = (entry: IndexEntry): number =>
  entry.fixed.length > fixedSize ? entry.fixed.readUInt16BE(62) : 0;

/** An entry without file times, which git fills in when it looks; `isAbsent`: its file is not in the folder. */
export function createEntry(
  path: string,
  { mode, oid }: { readonly mode: number; readonly oid: string },
  isAbsent = false,
): IndexEntry {
  const fixed = Buffer.alloc(isAbsent ? fixedSize + 2 : fixedSize);
  fixed.writeUInt32BE(mode, 24);
  fixed.write(oid, 40, "hex");
  fixed.writeUInt16BE(Math.min(path.length, 0xfff) | (isAbsent ? extendedFlag : 0), 60);
  if (isAbsent) fixed.writeUInt16BE(skipWorktree, 62);
  return { path, fixed };
}

/**
 * Reads an index of version 2, 3 or 4. One that is damaged throws a SyntaxError, one of a kind that Loci must not
 * rewrite (split, sparse, unknown) a blocked error. Caches of git's in it are passed over: git builds them again.
 * Source: gitformat-index(5).
 */
export function parseIndex(bytes: Buffer): readonly IndexEntry[] {
  const version =
    bytes.length < 32 || bytes.toString("latin1", 0, 4) !== "DIRC" ? 0 : bytes.readUInt32BE(4);
  if (version === 0) throw cutShort();
  if (version < 2 || version > 4) throw foreignIndex(`version ${version}`);
  checkSum(bytes);
  const entries: IndexEntry[] = [];
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const read = readEntry(bytes, at, version, entries.at(-1)?.path ?? "");
    entries.push(read.entry);
    at = read.end;
  }
  checkExtensions(bytes, at);
  return entries;
}

function checkExtensions(bytes: Buffer, start: number): void {
  const last = bytes.length - 20;
  for (let at = start; at < last; ) {
    const name = bytes.toString("latin1", at, at + 4);
    if (name === "link") throw foreignIndex("split in two files (core.splitIndex)");
    if (name === "sdir") throw foreignIndex("sparse");
    if (!/^[A-Z]/.test(name)) throw foreignIndex(`extended by "${name}"`);
    at = at + 8 > last ? Infinity : at + 8 + bytes.readUInt32BE(at + 4);
    if (at > last) throw cutShort();
  }
}

/** Writes an index file of these entries, which are sorted as git wants them. */
export function stringifyIndex(entries: readonly IndexEntry[]): Buffer {
  const header = Buffer.alloc(12);
  header.write("DIRC", "latin1");
  header.writeUInt32BE(entries.some(({ fixed }) => fixed.length > fixedSize) ? 3 : 2, 4);
  header.writeUInt32BE(entries.length, 8);
  const parts = entries.flatMap(({ path, fixed }) => {
    const size = fixed.length + path.length;
    return [fixed, Buffer.from(path, "latin1"), Buffer.alloc(paddedSize(size) - size)];
  });
  const content = Buffer.concat([header, ...parts]);
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

/** How much of the path before to drop, in version 4: seven bits a byte, the highest first, one added at each step. */
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
