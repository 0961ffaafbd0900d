import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { errnoOf } from "../../errors.ts";
import type { Disk } from "../../git/disk.ts";
import type { MergeLate } from "../apply/apply-merge.ts";
import { mergeFile } from "../merge/file/merge-file.ts";
import { parseRemovals } from "../merge/file/removals.ts";

/** A version that must not be lost and cannot stay at its path. */
export interface Aside {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Merges what was saved while the move was under way. What was typed a moment ago is not held against what was
 * once forgotten. Of two binary files the one on disk stays, the other is put beside it.
 */
export function createMergeLate(asides: Aside[]): MergeLate {
  return (path, base, ours, theirs) => {
    const removals = parseRemovals();
    const { bytes, aside } = mergeFile({ path, bases: [base], ours, theirs, removals });
    if (aside === undefined) return bytes;
    if (theirs !== null) asides.push({ path: besideOf(path, aside.path), bytes: theirs });
    return ours;
  };
}

const besideOf = (path: string, aside: string): string =>
  aside === path ? `${path}.${randomBytes(4).toString("hex")}` : aside;

/** Writes what was put aside, and forgets it. */
export async function writeAsides(disk: Disk, root: string, asides: Aside[]): Promise<void> {
  for (const { path, bytes } of asides.splice(0)) {
    try {
      await disk.create(join(root, path), bytes, 0o666);
    } catch (error) {
      if (errnoOf(error) !== "EEXIST") throw error; // It is there from an earlier try.
    }
  }
}
