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
  const moves: Move[] = [];
  for (const [path, version] of files) {
    const isInTheWay = folders.has(path) && spelled.get(path) === path;
    if (isInTheWay && isOwnPath(path)) moves.push({ path, version, to: undefined });
    else if (isInTheWay) moves.push({ path, version, to: asidePath(path, version.oid) });
    else if (spelled.get(path) !== path) moves.push({ path, version, to: spelled.get(path) });
  }
  return moves.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The spelling of each file and folder under which it is one with its twins; a device's own has none. */
function spellTwins(places: readonly string[], known: ReadonlySet<string>) {
  const keys = new Map(places.map((place) => [place, pathKey(bytesToPath(place) ?? place)]));
  const chosen = new Map<string, string>();
  for (const [place, key] of keys) {
    const best = chosen.get(key);
    if (best === undefined || (known.has(place) && !known.has(best))) chosen.set(key, place);
  }
  const spelled = new Map([["", ""]]);
  for (const [place, key] of keys) {
    const best = chosen.get(key) ?? place;
    const twin = best === place || known.has(place) || isOwnPath(place) ? place : best;
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
