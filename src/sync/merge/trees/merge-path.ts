import { oidOf } from "../../../git/object-format.ts";
import type { Objects } from "../../../git/objects/objects.ts";
import {
  executableMode,
  isLink,
  isPlain,
  isSubmodule,
  ordinaryMode,
} from "../../../git/objects/tree.ts";
import { displayPath } from "../../../git/path-bytes.ts";
import { asidePath } from "../file/aside-path.ts";
import { type MergedFile, mergeFile } from "../file/merge-file.ts";
import type { Removals } from "../file/removals.ts";
import { type ChangedPath, type Held, isSameFile } from "./walk-trees.ts";

/** What a merge of single files needs. */
export interface FileMerge {
  readonly objects: Objects;
  readonly removals: Removals;
}

/** A file of the merged tree. */
export interface Placed {
  readonly path: string;
  readonly held: Held;
}

/** What became of one path: nothing, a file, or a file and one that had to step aside. */
export interface PathMerged {
  readonly files: readonly Placed[];
  readonly keptBoth: readonly string[];
}

/** Merges one path three-way; a link or a submodule is kept or given up as a whole, beside a file if need be. */
export async function mergePath(merge: FileMerge, change: ChangedPath): Promise<PathMerged> {
  const { bases, ours, theirs } = change;
  const sure = decide(bases, ours, theirs);
  if (sure !== undefined) {
    const isNew = !isSameFile(ours, theirs) && change.path.endsWith(".md");
    return isNew && sure.held && isPlain(sure.held)
      ? checkText(merge, only(change, isPlain), sure.held)
      : place(change.path, sure.held);
  }
  const text = await mergeText(merge, only(change, isPlain));
  const rest = only(change, (held) => !isPlain(held));
  const whole = mergeWhole(rest);
  const messages = await whichKept(merge.objects, rest, whole);
  const asideOfWhole = text.files.length > 0 && whole !== undefined;
  const wholePath = asideOfWhole && whole ? asidePath(change.path, whole.oid) : change.path;
  return {
    files: [...text.files, ...(whole ? [{ path: wholePath, held: whole }] : [])],
    keptBoth: [...text.keptBoth, ...messages],
  };
}

/** Merges files that ended up on one path, none of them an older version of another. */
export async function mergeTwins(
  merge: FileMerge,
  path: string,
  versions: readonly Held[],
): Promise<PathMerged> {
  const sorted = [...versions].sort((a, b) =>
    a.oid < b.oid ? -1 : a.oid > b.oid ? 1 : a.mode - b.mode,
  );
  const [first, ...others] = sorted;
  if (first === undefined) return { files: [], keptBoth: [] };
  let held = first;
  const aside: Placed[] = [];
  const keptBoth: string[] = [];
  for (const other of others) {
    const merged = await mergePath(merge, { path, bases: [], ours: held, theirs: other });
    held = merged.files.find((file) => file.path === path)?.held ?? held;
    aside.push(...merged.files.filter((file) => file.path !== path));
    keptBoth.push(...merged.keptBoth);
  }
  return { files: [{ path, held }, ...aside], keptBoth };
}

const place = (path: string, held: Held | undefined): PathMerged => ({
  files: held ? [{ path, held }] : [],
  keptBoth: [],
});

/** The side that alone changed something; undefined where both did. */
function decide(
  bases: ChangedPath["bases"],
  ours: Held | undefined,
  theirs: Held | undefined,
): { readonly held: Held | undefined } | undefined {
  if (isSameFile(ours, theirs)) return { held: ours };
  if (bases.length === 0) return ours && theirs ? undefined : { held: ours ?? theirs };
  if (bases.every((base) => isSameFile(base, ours))) return { held: theirs };
  if (bases.every((base) => isSameFile(base, theirs))) return { held: ours };
  return undefined;
}

function only(
  { path, bases, ours, theirs }: ChangedPath,
  isKind: (held: Held) => boolean,
): ChangedPath {
  const pick = (held: Held | undefined): Held | undefined =>
    held !== undefined && isKind(held) ? held : undefined;
  return { path, bases: bases.map(pick), ours: pick(ours), theirs: pick(theirs) };
}

async function mergeText(merge: FileMerge, change: ChangedPath): Promise<PathMerged> {
  const { path, bases, ours, theirs } = change;
  const sure = decide(bases, ours, theirs);
  if (sure !== undefined) return place(path, sure.held);
  const mode = mergeMode(bases, ours, theirs);
  const content = decide(bases.map(withoutMode), withoutMode(ours), withoutMode(theirs));
  if (content !== undefined) return place(path, content.held && { ...content.held, mode });
  const merged = await mergeBytes(merge, change);
  const files: Placed[] = [];
  if (merged.bytes) files.push({ path, held: toHeld(merged.bytes, mode) });
  const { aside } = merged;
  if (aside) {
    const asideBytes = Buffer.from(aside.path, "utf8").toString("latin1");
    files.push({ path: asideBytes, held: toHeld(aside.bytes, mode) });
  }
  return { files, keptBoth: merged.keptBoth };
}

/** One side's version stands, but for what was forgotten, and for conflict markers that other clients left. */
async function checkText(merge: FileMerge, change: ChangedPath, held: Held): Promise<PathMerged> {
  const { bytes, keptBoth } = await mergeBytes(merge, change);
  const checked = bytes === null ? undefined : toHeld(bytes, held.mode);
  return { ...place(change.path, checked?.oid === held.oid ? held : checked), keptBoth };
}

async function mergeBytes(
  { objects, removals }: FileMerge,
  { path, bases, ours, theirs }: ChangedPath,
): Promise<MergedFile> {
  return mergeFile({
    path: displayPath(path),
    bases: await readBases(objects, bases),
    ours: await read(objects, ours),
    theirs: await read(objects, theirs),
    removals,
  });
}

/** Each version once, in an order that does not depend on the order of the commits. */
async function readBases(
  objects: Objects,
  bases: ChangedPath["bases"],
): Promise<(Uint8Array | null)[]> {
  const basesByOid = new Map(bases.map((base) => [base?.oid ?? "", base]));
  const sorted = [...basesByOid].sort(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(sorted.map(([, base]) => read(objects, base)));
}

/** The bytes of a version, null where there is none. */
async function read(objects: Objects, held: Held | undefined): Promise<Uint8Array | null> {
  return held === undefined ? null : (held.bytes ?? (await objects.read(held.oid)));
}

/** A version that is not stored yet. */
const toHeld = (bytes: Uint8Array, mode: number): Held => ({
  mode,
  oid: oidOf("blob", bytes),
  bytes,
});

const withoutMode = (held: Held | undefined): Held | undefined => held && { ...held, mode: 0 };

/** The side that changed it wins; where that is unclear, the file stays or becomes executable. */
function mergeMode(
  bases: ChangedPath["bases"],
  ours: Held | undefined,
  theirs: Held | undefined,
): number {
  if (ours === undefined || theirs === undefined) return (ours ?? theirs)?.mode ?? ordinaryMode;
  if (ours.mode === theirs.mode) return ours.mode;
  const [base] = bases;
  const isAgreed = base !== undefined && bases.every((other) => other?.mode === base.mode);
  if (!isAgreed) return executableMode;
  return base.mode === ours.mode ? theirs.mode : ours.mode;
}

/** Nothing is looked at but names: a change beats a deletion, of two changes the greater name stays. */
function mergeWhole({ bases, ours, theirs }: ChangedPath): Held | undefined {
  const sure = decide(bases, ours, theirs);
  if (sure !== undefined) return sure.held;
  if (ours === undefined || theirs === undefined) return ours ?? theirs;
  return rank(ours) > rank(theirs) ? ours : theirs;
}

const rank = ({ oid, mode }: Held): string => oid + mode;

async function whichKept(
  objects: Objects,
  { path, bases, ours, theirs }: ChangedPath,
  kept: Held | undefined,
): Promise<string[]> {
  if (!ours || !theirs || decide(bases, ours, theirs) !== undefined || !kept) return [];
  const lost = isSameFile(kept, ours) ? theirs : ours;
  const name = displayPath(path);
  const [stays, leaves] = await Promise.all([describe(objects, kept), describe(objects, lost)]);
  return [`${name}: both sides changed it; it is now ${stays}, the other was ${leaves}`];
}

async function describe(objects: Objects, held: Held): Promise<string> {
  const { oid } = held;
  if (isSubmodule(held)) return `the submodule commit ${oid.slice(0, 12)}`;
  if (!isLink(held)) return `the version ${oid.slice(0, 12)}`;
  return `a link to ${JSON.stringify((await objects.read(oid)).toString("utf8").slice(0, 200))}`;
}
