import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { maxFileBytes } from "../../vault/list-files.ts";
import { mergeFile } from "../merge/file/merge-file.ts";
import { parseRemovals } from "../merge/file/removals.ts";
import type { MoveContext } from "./move-context.ts";

/** How one file is to change; what stands on disk is the third version. */
export interface Versions {
  readonly path: string;
  /** Blobs; null: not there. */
  readonly base: Buffer | null;
  readonly theirs: Buffer | null;
}

/** A version that must not be lost and cannot stay at its path. */
export interface Aside {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Pure: the next bytes of a file, null where nothing is to be left of it. What was typed a moment ago is not held
 * against what was once forgotten. Of two binary files the one on disk stays, the other is put beside it.
 */
export function mergeLate(
  { path, base, theirs }: Versions,
  ours: Uint8Array | null,
): { readonly bytes: Uint8Array | null; readonly aside?: Aside } {
  if (ours === null && base === null) return { bytes: theirs };
  if (ours !== null && theirs?.equals(ours)) return { bytes: ours };
  if (ours !== null && base?.equals(ours)) return { bytes: theirs };
  const merged = mergeFile({ path, bases: [base], ours, theirs, removals: parseRemovals() });
  if (merged.aside === undefined) {
    const isSame = ours !== null && merged.bytes !== null && Buffer.from(ours).equals(merged.bytes);
    return { bytes: isSame ? ours : merged.bytes };
  }
  if (theirs === null) return { bytes: ours };
  const beside = merged.aside.path;
  const free = beside === path ? `${path}.${randomBytes(4).toString("hex")}` : beside;
  return { bytes: ours, aside: { path: free, bytes: theirs } };
}

/** Puts a version beside the file that it is of. */
export async function putAside(
  { disk, vault }: MoveContext,
  { path, bytes }: Aside,
): Promise<void> {
  try {
    await disk.create(join(vault.root, path), bytes, 0o666);
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error; // It is there from an earlier try.
  }
}

/** Lines that an editor's old buffer must not wipe out; those of other files mean nothing one by one. */
export function newLines({ path, base, theirs }: Versions): string[] {
  if (base === null || theirs === null || !path.endsWith(".md") || theirs.includes(0)) return [];
  if (base.length > maxFileBytes || theirs.length > maxFileBytes) return [];
  const had = new Set(base.toString("utf8").split(/\r?\n/));
  const lines = theirs.toString("utf8").split(/\r?\n/);
  const added = lines.filter((line) => !had.has(line));
  return added.length > maxGuarded ? [] : added;
}

/** More edits than come in while the file is open in an editor. */
const maxGuarded = 500;
