import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isMissing } from "../disk.ts";
import { oidOf, type StoredObject } from "../object-format.ts";
import { createObjectCache } from "./object-cache.ts";
import { openPackFile, type PackFile, type PackFileOptions } from "./pack-file.ts";
import { type PackIndex, parsePackIndex } from "./pack-index.ts";
import { ownReadLimits } from "./pack-limits.ts";
import { readPlain } from "./plain-file.ts";

/** The packs of a repository. */
export interface Packs {
  /**
   * An object, checked against its name; undefined where no pack holds it. Throws where all that do are damaged or
   * gone.
   */
  read(oid: string): StoredObject | undefined;
  has(oid: string): boolean;
  /** What each pack holds, in the order in which it lies there, by the pack's path without the ending. */
  list(): Generator<readonly [stem: string, oids: readonly string[]]>;
  /** Lists the packs again, and returns whether that changed: `git gc` and every fetch replace or add some. */
  renew(): boolean;
  close(): void;
}

const cacheBytes = 16 * 2 ** 20;
/** The index of 19 million objects. */
const maxIndexBytes = 2 ** 29;
/** A base outside the pack may have such a base itself; git writes none of them. */
const maxPacksInARow = 8;

/** Opens the packs when they are first needed; `elsewhere` finds bases that lie in none of them. */
export function openPacks(
  gitDir: string,
  elsewhere: (oid: string) => StoredObject | undefined,
  limits = ownReadLimits,
): Packs {
  const folder = join(gitDir, "objects", "pack");
  const cache = createObjectCache(cacheBytes);
  let packsByName: ReadonlyMap<string, Pack> | undefined;
  let depth = 0;
  let made = 0;
  const spend = (bytes: number): void => {
    made += bytes;
    if (made > limits.maxMadeBytes) throw new SyntaxError("an object takes too much to be made");
  };

  const open = (name: string): Pack =>
    openPack(join(folder, name), {
      ...{ limits, spend, cache: cache.part() },
      baseOf: (oid) => readBase(oid) ?? elsewhere(oid),
    });
  const packs = (): ReadonlyMap<string, Pack> => {
    packsByName ??= new Map(listNames(folder).map((name) => [name, open(name)]));
    return packsByName;
  };
  const close = (): void => {
    for (const pack of packsByName?.values() ?? []) pack.file.close();
  };
  const read = (oid: string): StoredObject | undefined => {
    let damage: unknown;
    for (const pack of packs().values()) {
      try {
        const object = readFrom(pack, oid);
        if (object !== undefined) return object;
      } catch (error) {
        pack.isDamaged = true;
        damage ??= error;
      }
    }
    if (damage !== undefined) throw damage;
    return undefined;
  };
  const readBase = (oid: string): StoredObject | undefined => {
    if (depth === maxPacksInARow) throw new SyntaxError("a chain of changes is too long");
    depth++;
    try {
      return read(oid);
    } finally {
      depth--;
    }
  };

  return {
    read(oid) {
      made = 0;
      return read(oid);
    },
    has: (oid) => [...packs().values()].some((pack) => holds(pack, oid)),
    *list() {
      for (const [name, pack] of packs()) yield [join(folder, name), inOrder(pack.index())];
    },
    renew() {
      const known = packs();
      const names = listNames(folder);
      const isSame = names.length === known.size && names.every((name) => known.has(name));
      if (isSame && [...known.values()].every(({ isDamaged }) => !isDamaged)) return false;
      close();
      packsByName = new Map(
        names.map((name) => {
          const pack = known.get(name);
          return [name, pack === undefined || pack.isDamaged ? open(name) : pack];
        }),
      );
      return true;
    },
    close,
  };
}

interface Pack {
  readonly file: PackFile;
  index(): PackIndex;
  /** Something of it could not be read, perhaps since it is gone. */
  isDamaged: boolean;
}

/** The names of the packs that have an index, without its ending. */
function listNames(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^pack-[0-9a-f]+\.idx$/.test(name));
    return names.map((name) => name.slice(0, -".idx".length));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** A base in the same pack is given as the place where it lies. */
function openPack(stem: string, options: Omit<PackFileOptions, "path">): Pack {
  let known: PackIndex | undefined;
  const index = (): PackIndex => {
    known ??= parsePackIndex(readPlain(`${stem}.idx`, maxIndexBytes));
    return known;
  };
  const file = openPackFile({
    ...{ ...options, path: `${stem}.pack` },
    baseOf: (oid) => index().offsetOf(oid) ?? options.baseOf(oid),
  });
  return { file, index, isDamaged: false };
}

/** Read in this order, most objects find what they are a change of still in the cache. */
function inOrder(index: PackIndex): readonly string[] {
  return Array.from(index.oids(), (oid) => ({ oid, offset: index.offsetOf(oid) ?? 0 }))
    .sort((a, b) => a.offset - b.offset)
    .map(({ oid }) => oid);
}

function readFrom({ index, file }: Pack, oid: string): StoredObject | undefined {
  const offset = index().offsetOf(oid);
  if (offset === undefined) return undefined;
  const object = file.objectAt(offset);
  if (oidOf(object.type, object.content) === oid) return object;
  throw new SyntaxError(`Cannot read object "${oid}": wrong content`);
}

function holds(pack: Pack, oid: string): boolean {
  try {
    return pack.index().offsetOf(oid) !== undefined;
  } catch {
    pack.isDamaged = true; // `read` and `renew` say more.
    return false;
  }
}
