import { createHash } from "node:crypto";
import { blocked } from "../blocked.ts";
import type { Version } from "../objects/tree.ts";

/** One entry of git's index. */
export interface IndexEntry extends Version {
  /** As bytes (latin1). */
  readonly path: string;
  /** What stands before the path in the file. */
  readonly fixed: Buffer;
  /** The size of its file when git looked at it last; else 0. */
  readonly size: number;
  readonly isUnmerged: boolean;
  /** Git looks away from its file (assume-unchanged, skip-worktree). */
  readonly isUnwatched: boolean;
}

/** Git's index, in which the person's staged changes are: by path as bytes. */
export type GitIndex = ReadonlyMap<string, IndexEntry>;

const fixedSize = 62;
/** In the flags: there are two more bytes of them. */
const extended = 0x4000;
const skipWorktree = 0x4000;

function toEntry(path: string, fixed: Buffer): IndexEntry {
  const flags = fixed.readUInt16BE(60);
  const more = fixed.length > fixedSize ? fixed.readUInt16BE(62) : 0;
  return {
    path,
    fixed,
    mode: fixed.readUInt32BE(24),
    size: fixed.readUInt32BE(36),
    oid: fixed.toString("hex", 40, 60),
    isUnmerged: (flags & 0x3000) !== 0,
    isUnwatched: (flags & 0x8000) !== 0 || (more & skipWorktree) !== 0,
  };
}

/** An entry without file times, which git fills in when it looks; `isAbsent`: its file is not in the folder. */
export function createEntry(path: string, { mode, oid }: Version, isAbsent = false): IndexEntry {
  const fixed = Buffer.alloc(isAbsent ? fixedSize + 2 : fixedSize);
  fixed.writeUInt32BE(mode, 24);
  fixed.write(oid, 40, "hex");
  fixed.writeUInt16BE(Math.min(path.length, 0xfff) | (isAbsent ? extended : 0), 60);
  if (isAbsent) fixed.writeUInt16BE(skipWorktree, 62);
  return toEntry(path, fixed);
}

/**
 * Reads an index of version 2, 3 or 4 (gitformat-index); undefined where it is damaged. Throws a blocked error for one that
 * Loci must not rewrite (split, sparse, unknown). Caches in it are passed over: git builds them again.
 */
export function parseIndex(bytes: Buffer): readonly IndexEntry[] | undefined {
  const [body, sum] = [bytes.subarray(0, -20), bytes.subarray(-20)];
  const isUnsigned = sum.every((byte) => byte === 0); // By index.skipHash.
  const isSound = isUnsigned || sum.equals(sha1(body));
  if (body.toString("latin1", 0, 4) !== "DIRC" || body.length < 12 || !isSound) return undefined;
  const version = body.readUInt32BE(4);
  if (version < 2 || version > 4) throw foreign(`has version ${version}`);
  const entries: IndexEntry[] = [];
  let at = 12;
  try {
    for (let left = body.readUInt32BE(8); left > 0; left--) {
      const read = readEntry(body, at, version === 4 ? (entries.at(-1)?.path ?? "") : undefined);
      entries.push(read.entry);
      at = read.end;
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined; // It ends too early.
    throw error;
  }
  for (; at + 8 <= body.length; at += 8 + body.readUInt32BE(at + 4)) {
    const name = body.toString("latin1", at, at + 4);
    if (!/^[A-Z]/.test(name)) throw foreign(`is split, sparse or extended ("${name}")`);
  }
  return entries;
}

/** Version 4 leaves out what a path shares with the one before. */
function readEntry(body: Buffer, at: number, before: string | undefined) {
  const size = fixedSize + (body.readUInt16BE(at + 60) & extended ? 2 : 0);
  let start = at + size;
  let dropped = -1; // So many bytes of it are not shared: seven bits a byte, the highest first, one added at each step.
  for (let byte = 0x80; before !== undefined && byte >= 0x80; ) {
    byte = body.readUInt8(start++);
    dropped = (dropped + 1) * 0x80 + (byte & 0x7f);
  }
  const end = body.indexOf(0, start);
  const path =
    (before?.slice(0, before.length - dropped) ?? "") + body.toString("latin1", start, end);
  if (end < 0 || path.length > longestPath) throw new RangeError("A path has no end");
  const entry = toEntry(path, body.subarray(at, at + size));
  return { entry, end: before === undefined ? at + paddedSize(end - at) : end + 1 };
}

/** No system opens a file with a longer one. */
const longestPath = 4_096;

/** Writes an index file. */
export function stringifyIndex(index: GitIndex): Buffer {
  const entries = [...index.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const header = Buffer.from("DIRC\0\0\0\x02\0\0\0\0", "latin1");
  if (entries.some(({ fixed }) => fixed.length > fixedSize)) header.writeUInt32BE(3, 4);
  header.writeUInt32BE(entries.length, 8);
  const parts = entries.flatMap(({ path, fixed }) => {
    const size = fixed.length + path.length;
    return [fixed, Buffer.from(path, "latin1"), Buffer.alloc(paddedSize(size) - size)];
  });
  const content = Buffer.concat([header, ...parts]);
  return Buffer.concat([content, sha1(content)]);
}

const sha1 = (bytes: Buffer): Buffer => createHash("sha1").update(bytes).digest();

/** Versions 2 and 3 fill an entry with one to eight zeros up to a multiple of eight. */
const paddedSize = (size: number): number => (size + 8) & ~7;

function foreign(kind: string): Error {
  return blocked(
    `its index ${kind}, which Loci cannot write safely`,
    "run `git update-index --no-split-index --index-version 2`, or commit with your own git",
  );
}
