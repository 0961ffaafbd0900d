import { basename, join } from "node:path/posix";
import { maxObjectBytes, oidOf } from "../../../git/object-format.ts";
import type { Objects } from "../../../git/objects/objects.ts";
import { isPlain, isSame, ordinaryMode, type Version } from "../../../git/objects/tree.ts";
import { bytesToPath, displayPath, foldersAbove, pathToBytes } from "../../../git/path-bytes.ts";
import { pathKey } from "../../../vault/paths.ts";
import { asidePath, mergeFile } from "../file/merge-file.ts";
import { pick } from "../file/merge-parts.ts";
import type { Removals } from "../file/removals.ts";
import { damaged, isOwnPath } from "./path-rules.ts";

/** A path (as bytes) that is not the same in all trees. */
export interface ChangedPath {
  readonly path: string;
  readonly bases: readonly (Version | undefined)[];
  readonly ours: Version | undefined;
  readonly theirs: Version | undefined;
}

/** What steps aside may have a twin, and that one another: names that need more passes were made to. */
const maxPasses = 20;

/** The files of a merged tree by path (as bytes), until each has a place of its own. */
export class TreeMerge {
  readonly files: Map<string, Version>;
  readonly keptBoth: string[] = [];
  private readonly objects: Objects;
  private readonly removals: Removals;

  constructor(objects: Objects, removals: Removals, files: ReadonlyMap<string, Version>) {
    this.objects = objects;
    this.removals = removals;
    this.files = new Map(files);
  }

  /** Merges one path three-way; a link, a submodule or a huge file as a whole, beside a file if need be. */
  async merge(change: ChangedPath): Promise<void> {
    const { path, bases, ours, theirs } = change;
    const version = isSame(ours, theirs) || isAsBefore(change, theirs) ? ours : theirs;
    const sides = [...bases, ours, theirs].filter(isPlain);
    const sizes = await Promise.all(sides.map(({ oid }) => this.objects.size(oid)));
    const isLarge = sizes.some((size) => size > maxObjectBytes);
    const isOther = ![ours, theirs].every((side) => !side || isPlain(side));
    const isWhole = isLarge || isOther || isOwnPath(path);
    if (isContested(change)) return isWhole ? this.keepWhole(change) : this.mergeText(change);
    // Markdown that one side alone changed is looked at too: for what was forgotten, and for conflict markers.
    const isText = path.endsWith(".md") && !isLarge;
    const isLookedAt = isText && isPlain(version) && !isSame(ours, theirs);
    return isLookedAt ? this.mergeText(change) : this.set(path, version);
  }

  /** Moves files until none has a twin that the bases have not, and none is in the way of a folder. */
  async settle(bases: readonly ReadonlyMap<string, Version>[]): Promise<void> {
    for (let pass = 0; pass < maxPasses; pass++) {
      const moves = findMoves(this.files, bases);
      if (moves.length === 0) return;
      for (const { path } of moves) this.files.delete(path);
      for (const { path, to, version } of moves) if (to) await this.add(path, to, version);
    }
    throw damaged("", "its names have too many spellings");
  }

  private set(path: string, version: Version | undefined): void {
    if (version) this.files.set(path, version);
    else this.files.delete(path);
  }

  /** Puts a file from one path where there may be another one already. */
  private async add(from: string, path: string, version: Version): Promise<void> {
    if (from === path) throw damaged(path, "its name is taken twice");
    await this.merge({ path, bases: [], ours: this.files.get(path), theirs: version });
  }

  /** A change beats a deletion; a file keeps its path, else the one of the greater name does. */
  private async keepWhole({ path, ours, theirs }: ChangedPath): Promise<void> {
    const rank = (version: Version): string => `${isPlain(version)} ${version.oid} ${version.mode}`;
    const sides = [ours, theirs].filter((side) => side !== undefined);
    const [kept, other] = sides.sort((a, b) => (rank(a) > rank(b) ? -1 : 1));
    this.set(path, kept);
    if (kept === undefined || other === undefined || isOwnPath(path)) return;
    const [mine, gone] = [kept.oid.slice(0, 12), other.oid.slice(0, 12)];
    if (isPlain(kept)) return this.add(path, asidePath(path, other.oid), other);
    this.keptBoth.push(
      `${displayPath(path)}: this link was changed on two devices; kept is ${mine}, not ${gone}`,
    );
  }

  private async mergeText({ path, bases, ours, theirs }: ChangedPath): Promise<void> {
    const { objects, removals } = this;
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
    this.set(path, bytes ? await store(bytes) : undefined);
    this.keptBoth.push(...keptBoth);
    if (aside) await this.add(path, pathToBytes(aside.path), await store(aside.bytes));
  }
}

/** Whether both sides changed it, each in its own way. */
export const isContested = (change: ChangedPath): boolean =>
  !isSame(change.ours, change.theirs) &&
  !isAsBefore(change, change.ours) &&
  !isAsBefore(change, change.theirs);

/** Whether a side has what all bases have; of unrelated trees, whether it has nothing. */
const isAsBefore = ({ bases }: ChangedPath, side: Version | undefined): boolean =>
  bases.length === 0 ? side === undefined : bases.every((base) => isSame(base, side));

type Files = ReadonlyMap<string, Version>;

/**
 * The files of a tree that have to move, in the order of paths. Of names that some disk would take for one, those that
 * all bases have stay; the others take the first of these, else the smallest. A file steps aside where a folder has to
 * be; a device's own goes from the tree.
 */
function findMoves(files: Files, bases: readonly Files[]) {
  const [first = new Set<string>(), ...others] = bases.map(placesOf);
  const known = others.reduce((olds, other) => olds.intersection(other), first);
  const places = [...placesOf(files)].sort();
  const folders = new Set(places.map(folderOf));
  const chosen = new Map<string, string>();
  for (const place of [...places.filter((one) => known.has(one)), ...places])
    if (!chosen.has(keyOf(place))) chosen.set(keyOf(place), place);
  /** How a file or folder is spelt where it is one with its twins; a device's own has none. */
  const spell = (place: string): string => {
    const twin = known.has(place) || isOwnPath(place) ? place : (chosen.get(keyOf(place)) ?? place);
    return place === "" ? "" : join(spell(folderOf(place)), basename(twin));
  };
  const moves: { path: string; version: Version; to: string | undefined }[] = [];
  for (const [path, version] of files) {
    const spelled = spell(path);
    const isInTheWay = folders.has(path) && spelled === path;
    if (isInTheWay && isOwnPath(path)) moves.push({ path, version, to: undefined });
    else if (isInTheWay) moves.push({ path, version, to: asidePath(path, version.oid) });
    else if (spelled !== path) moves.push({ path, version, to: spelled });
  }
  return moves.sort((a, b) => (a.path < b.path ? -1 : 1));
}

const keyOf = (place: string): string => pathKey(bytesToPath(place) ?? place);

/** All files, and the folders above them. */
const placesOf = (files: Files): Set<string> =>
  new Set([...files.keys()].flatMap((file) => [file, ...foldersAbove(file)]));

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf("/"), 0));
