import { maxFileBytes } from "../../vault/list-files.ts";
import { healMarkers, mergeFile } from "../merge/file/merge-file.ts";
import { parseRemovals } from "../merge/file/removals.ts";

/** How one file is to change; what stands on disk is the third version. */
export interface Versions {
  readonly path: string;
  /** Blobs; null: not there. */
  readonly base: Buffer | null;
  readonly theirs: Buffer | null;
}

/** A version that must not be lost and cannot stay at its path. */
interface Aside {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Pure: the next bytes of a file, null where nothing is to be left of it; without conflict markers of other clients. What
 * was typed a moment ago is not held against what was once forgotten. Of two binary files the one on disk stays.
 */
export function mergeLate(
  { path, base, theirs }: Versions,
  ours: Uint8Array | null,
): { readonly bytes: Uint8Array | null; readonly aside?: Aside } {
  const isUntouched = ours === null ? base === null : base?.equals(ours);
  if (isUntouched) return { bytes: theirs && healMarkers(path, theirs) };
  const { bytes, aside } = mergeFile({
    path,
    bases: [base],
    ours,
    theirs,
    removals: parseRemovals(),
  });
  if (aside === undefined || theirs === null || ours === null) return { bytes };
  return { bytes: ours, aside: { path: aside.path, bytes: theirs } };
}

/** Lines that an editor's old buffer must not wipe out; those of other files mean nothing one by one. */
export function newLines({ path, base, theirs }: Versions): string[] {
  if (base === null || theirs === null || !path.endsWith(".md") || theirs.includes(0)) return [];
  if (base.length > maxFileBytes || theirs.length > maxFileBytes) return [];
  const had = new Set(base.toString("utf8").split(/\r?\n/));
  const added = theirs
    .toString("utf8")
    .split(/\r?\n/)
    .filter((line) => !had.has(line));
  return added.length > 500 ? [] : added; // More edits than come in while the file is open in an editor.
}
