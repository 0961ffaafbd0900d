import { oidOf } from "../../../git/object-format.ts";
import type { Objects } from "../../../git/objects/objects.ts";
import {
  isPlain,
  isSame,
  ordinaryMode,
  type TreeRow,
  type Version,
} from "../../../git/objects/tree.ts";
import { displayPath, pathToBytes } from "../../../git/path-bytes.ts";
import { asidePath } from "../file/aside-path.ts";
import { mergeFile } from "../file/merge-file.ts";
import { pick } from "../file/merge-parts.ts";
import type { Removals } from "../file/removals.ts";
import { isOwnPath } from "./path-rules.ts";

/** A path (as bytes) that is not the same in all trees. */
export interface ChangedPath {
  readonly path: string;
  readonly bases: TreeRow;
  readonly ours: Version | undefined;
  readonly theirs: Version | undefined;
}

/** What a merge of single files needs. */
export interface FileMerge {
  readonly objects: Objects;
  readonly removals: Removals;
}

/** What became of one path, and of a file that had to step aside. */
export interface PathMerged {
  readonly version: Version | undefined;
  readonly aside?: { readonly path: string; readonly version: Version } | undefined;
  readonly keptBoth: readonly string[];
}

/** Merges one path three-way; a link or a submodule is kept or given up as a whole, beside a file if need be. */
export async function mergePath(merge: FileMerge, change: ChangedPath): Promise<PathMerged> {
  const { path, ours, theirs } = change;
  if (isContested(change)) {
    const isText = [ours, theirs].every((side) => !side || isPlain(side)) && !isOwnPath(path);
    return isText ? mergeText(merge, change) : keepWhole(change);
  }
  const isUnchanged = isSame(ours, theirs) || isAsBefore(change, theirs);
  const version = isUnchanged ? ours : theirs;
  // Markdown that one side alone changed is looked at too: for what was forgotten, and for other clients' conflict markers.
  const isLookedAt = path.endsWith(".md") && isPlain(version) && !isSame(ours, theirs);
  return isLookedAt ? mergeText(merge, change) : { version, keptBoth: [] };
}

/** Whether both sides changed it, each in its own way. */
export const isContested = (change: ChangedPath): boolean =>
  !isSame(change.ours, change.theirs) &&
  !isAsBefore(change, change.ours) &&
  !isAsBefore(change, change.theirs);

/** Whether a side has what all bases have; of unrelated trees, whether it has nothing. */
const isAsBefore = ({ bases }: ChangedPath, side: Version | undefined): boolean =>
  bases.length === 0 ? side === undefined : bases.every((base) => isSame(base, side));

/** A change beats a deletion; a file keeps its path, else the one of the greater name does. */
function keepWhole({ path, ours, theirs }: ChangedPath): PathMerged {
  if (!ours || !theirs) return { version: ours ?? theirs, keptBoth: [] };
  const rank = (version: Version): string => `${isPlain(version)} ${version.oid} ${version.mode}`;
  const [version, other] = rank(ours) > rank(theirs) ? [ours, theirs] : [theirs, ours];
  const { oid } = version;
  if (isOwnPath(path)) return { version, keptBoth: [] };
  if (!isPlain(version)) {
    const [kept, gone] = [oid.slice(0, 12), other.oid.slice(0, 12)];
    const message = `${displayPath(path)}: this link was changed on two devices; kept is ${kept}, not ${gone}`;
    return { version, keptBoth: [message] };
  }
  return { version, aside: { path: asidePath(path, other.oid), version: other }, keptBoth: [] };
}

async function mergeText(
  { objects, removals }: FileMerge,
  { path, bases, ours, theirs }: ChangedPath,
): Promise<PathMerged> {
  const read = async (version: Version | undefined): Promise<Uint8Array | null> =>
    isPlain(version) ? objects.read(version.oid) : null;
  const { bytes, aside, keptBoth } = mergeFile({
    path: displayPath(path),
    bases: await Promise.all(bases.map(read)),
    ours: await read(ours),
    theirs: await read(theirs),
    removals,
  });
  const either = ours?.mode ?? theirs?.mode ?? ordinaryMode;
  const mode = pick(bases[0]?.mode, ours?.mode ?? either, theirs?.mode ?? either);
  const store = async (content: Uint8Array): Promise<Version> => {
    const oid = oidOf("blob", content);
    if (oid !== ours?.oid && oid !== theirs?.oid) await objects.write("blob", content);
    return { mode, oid };
  };
  return {
    version: bytes ? await store(bytes) : undefined,
    aside: aside && { path: pathToBytes(aside.path), version: await store(aside.bytes) },
    keptBoth,
  };
}
