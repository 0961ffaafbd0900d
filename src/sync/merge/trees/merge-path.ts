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
import { pick } from "../file/pick.ts";
import type { Removals } from "../file/removals.ts";
import { isOwnPath } from "./path-rules.ts";

/** A path that is not the same in all trees. Paths are byte strings (latin1), as in `TreeEntry`. */
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
  const { path, bases, ours, theirs } = change;
  const sure = decide(change);
  // Markdown that one side alone changed is looked at too: for what was forgotten, and for other clients' conflict markers.
  const isLookedAt = path.endsWith(".md") && isPlain(sure?.version) && !isSame(ours, theirs);
  if (sure && !isLookedAt) return { ...sure, keptBoth: [] };
  const isFile = (version: Version | undefined): boolean => !version || isPlain(version);
  if (!sure && (isOwnPath(path) || !(isFile(ours) && isFile(theirs)))) return keepWhole(change);
  const toPlain = (version: Version | undefined) => (isPlain(version) ? version : undefined);
  return mergeText(merge, {
    path,
    bases: bases.map(toPlain),
    ours: toPlain(ours),
    theirs: toPlain(theirs),
  });
}

/** The version of the side that alone changed something; undefined where both did. */
function decide({ bases, ours, theirs }: ChangedPath): Pick<PathMerged, "version"> | undefined {
  if (isSame(ours, theirs)) return { version: ours };
  if (bases.length === 0) return ours && theirs ? undefined : { version: ours ?? theirs };
  if (bases.every((base) => isSame(base, ours))) return { version: theirs };
  return bases.every((base) => isSame(base, theirs)) ? { version: ours } : undefined;
}

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
    version ? objects.read(version.oid) : null;
  const { bytes, aside, keptBoth } = mergeFile({
    path: displayPath(path),
    bases: await Promise.all(bases.map(read)),
    ours: await read(ours),
    theirs: await read(theirs),
    removals,
  });
  const [either = ordinaryMode] = [ours?.mode ?? theirs?.mode];
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
