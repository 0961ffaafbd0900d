import type { Version } from "../../../git/objects/tree.ts";
import { bytesToPath, joinPath, lastName } from "../../../git/path-bytes.ts";
import { pathKey } from "../../../vault/paths.ts";
import { asidePath } from "../file/aside-path.ts";
import { isOwnPath } from "./path-rules.ts";

type Files = ReadonlyMap<string, Version>;

/** A file that cannot stay where it is; undefined: a device's own that goes from the tree. */
export interface Move {
  readonly path: string;
  readonly version: Version;
  readonly to: string | undefined;
}

/**
 * The files of a tree that have to move, in the order of paths. Of names that some disk would take for one, those that all
 * bases have stay; the others take the first of these, else the smallest. A file steps aside where a folder has to be.
 */
export function findMoves(files: Files, bases: readonly Files[]): readonly Move[] {
  const [olds = new Set<string>(), ...others] = bases.map(placesOf);
  const known = new Set([...olds].filter((place) => others.every((all) => all.has(place))));
  const places = [...placesOf(files)].sort();
  const folders = new Set(places.map(folderOf));
  const spelled = spellTwins(places, known);
  return [...files]
    .map(([path, version]) => {
      const twin = spelled.get(path) ?? path;
      const isInTheWay = twin === path && folders.has(path);
      const aside = isOwnPath(path) ? undefined : asidePath(path, version.oid);
      return { path, version, to: isInTheWay ? aside : twin };
    })
    .filter(({ path, to }) => to !== path)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The spelling of each file and folder under which it is one with its twins. */
function spellTwins(places: readonly string[], known: ReadonlySet<string>) {
  const keyOf = (place: string): string =>
    isOwnPath(place) ? place : pathKey(bytesToPath(place) ?? place);
  const chosen = new Map<string, string>();
  for (const place of places) {
    const best = chosen.get(keyOf(place));
    if (best !== undefined && (known.has(best) || !known.has(place))) continue;
    chosen.set(keyOf(place), place);
  }
  const spelled = new Map([["", ""]]);
  for (const place of places) {
    const twin = known.has(place) ? place : (chosen.get(keyOf(place)) ?? place);
    spelled.set(place, joinPath(spelled.get(folderOf(place)) ?? "", lastName(twin)));
  }
  return spelled;
}

/** All files, and the folders above them. */
function placesOf(files: Files): ReadonlySet<string> {
  const places = new Set<string>();
  for (const file of files.keys()) {
    for (let at = file; at !== "" && !places.has(at); at = folderOf(at)) places.add(at);
  }
  return places;
}

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf("/"), 0));
