import type { Version } from "../../../git/objects/tree.ts";
import { bytesToPath, joinPath, lastName } from "../../../git/path-bytes.ts";
import { pathKey } from "../../../vault/paths.ts";
import { asidePath } from "../file/aside-path.ts";
import { damaged } from "./check-names.ts";
import { type FileMerge, mergePath, type PathMerged } from "./merge-path.ts";
import { isOwnPath } from "./path-rules.ts";

/** What steps aside may have a twin, and that one another: names that need more passes were made to. */
const maxPasses = 20;

/** The files of a merged tree by path (as bytes), until each has a place of its own. */
export class TreeDraft {
  readonly files: Map<string, Version>;
  readonly keptBoth: string[] = [];
  private readonly merge: FileMerge;

  constructor(merge: FileMerge, files: ReadonlyMap<string, Version>) {
    this.merge = merge;
    this.files = new Map(files);
  }

  /** Puts what became of a path there, merged with what is there already. */
  async put(path: string, { version, aside, keptBoth = [] }: Partial<PathMerged>): Promise<void> {
    this.keptBoth.push(...keptBoth);
    const ours = this.files.get(path);
    if (version) this.files.set(path, version);
    if (version && ours) {
      this.files.delete(path);
      await this.put(path, await mergePath(this.merge, { path, bases: [], ours, theirs: version }));
    }
    if (aside?.path === path) throw damaged(path, "its name is taken twice");
    if (aside) await this.put(aside.path, { version: aside.version });
  }

  /**
   * Makes one of what some disk would take for one name, but for names that all bases have; a file steps aside where a
   * folder has to be.
   */
  async settle(bases: readonly ReadonlyMap<string, Version>[]): Promise<void> {
    const [olds = new Set<string>(), ...others] = bases.map((files) => placesOf(files.keys()));
    const known = new Set([...olds].filter((place) => others.every((all) => all.has(place))));
    for (let pass = 0; pass < maxPasses; pass++) {
      const places = placesOf(this.files.keys());
      const folders = new Set(Array.from(places, folderOf));
      const spelled = spellTwins(places, known);
      const moves = [...this.files]
        .filter(([path]) => folders.has(path) || spelled.get(path) !== path)
        .sort(([a], [b]) => (a < b ? -1 : 1));
      if (moves.length === 0) return;
      for (const [path] of moves) this.files.delete(path);
      for (const [path, version] of moves) {
        const to = spelled.get(path) ?? path;
        if (to !== path) await this.put(to, { version });
        else if (!isOwnPath(path)) await this.put(asidePath(path, version.oid), { version });
      }
    }
    throw damaged("", "its names have too many spellings");
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf("/"), 0));

/** All files, and the folders above them. */
function placesOf(files: Iterable<string>): Set<string> {
  const places = new Set<string>();
  for (const file of files) {
    for (let at = file; at !== "" && !places.has(at); at = folderOf(at)) places.add(at);
  }
  return places;
}

/**
 * Gives each place the spelling under which it is one with its twins: its own where that is known; else the first known
 * one of these, else the smallest.
 */
function spellTwins(
  places: ReadonlySet<string>,
  known: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const keyOf = (place: string): string =>
    isOwnPath(place) ? place : pathKey(bytesToPath(place) ?? place);
  const sorted = [...places].sort();
  const chosen = new Map<string, string>();
  for (const place of sorted) {
    const best = chosen.get(keyOf(place));
    if (best === undefined || (known.has(place) && !known.has(best))) {
      chosen.set(keyOf(place), place);
    }
  }
  const spelled = new Map<string, string>();
  for (const place of sorted) {
    const twin = known.has(place) ? place : (chosen.get(keyOf(place)) ?? place);
    const folder = folderOf(place);
    spelled.set(place, joinPath(spelled.get(folder) ?? folder, lastName(twin)));
  }
  return spelled;
}
