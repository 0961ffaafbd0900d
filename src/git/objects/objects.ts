import { join } from "node:path";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import git from "isomorphic-git";
import { blocked, type Disk, readIfThere } from "../disk.ts";
import { type ObjectType, oidOf } from "../object-format.ts";
import { type Commit, parseCommit } from "./commit.ts";
import { StoreFs } from "./store-fs.ts";
import { emptyTree, parseTree, type TreeEntry } from "./tree.ts";

/** The objects of one repository, while it is open; read and written by isomorphic-git. */
export interface Objects {
  /** What isomorphic-git's own calls need. */
  readonly library: { readonly fs: StoreFs; readonly gitdir: string; readonly cache: object };
  /** The content of an object; throws a blocked error where no sound copy of it is found, or where it is too large. */
  read(oid: string): Promise<Buffer>;
  /** The same for who only looks at what it says: of one that is too large, nothing. */
  readOrEmpty(oid: string): Promise<Buffer>;
  /** How large an object is, without unpacking it; more than `maxObjectBytes` where that would take as much. */
  size(oid: string): Promise<number>;
  /** Whether a sound copy of an object is found. */
  has(oid: string): Promise<boolean>;
  /** The names in a tree. */
  readTree(oid: string): Promise<readonly TreeEntry[]>;
  /** What a commit names; where a shallow clone's history was cut off, no parents. */
  readCommit(oid: string): Promise<Commit>;
  /**
   * Takes an object, to be stored by `flush`, and returns its name. One of that name is stored again: it may be damaged, which
   * git never fixes by itself, or so old that `git gc` is about to prune it. The content must not change meanwhile.
   */
  write(type: ObjectType, content: Uint8Array): Promise<string>;
  /** Stores what was written, for everybody to see and to survive a power cut; to be called before a ref names it. */
  flush(): Promise<void>;
  /** Looks anew at what is stored: another program may have added, packed or removed objects. */
  refresh(): void;
}

/**
 * What is larger is not unpacked: it would lie in memory several times. Whoever can push can bring half a gigabyte of zeros
 * in as many bytes as a note.
 */
export const maxObjectBytes: number = 2 ** 25;
/** Packs stay in memory until nothing was read for so long. */
const quietMs = 1_000;
const writersAtOnce = 16;

/** Opens the object store of a repository. */
export function openObjects(gitDir: string, disk: Disk): Objects {
  const fs = new StoreFs(gitDir, disk);
  const library = { fs, gitdir: gitDir, cache: {} };
  const pending = new Map<string, Pending>();
  /** One round reads most blobs two or three times. */
  const contents = createCache<Buffer>(2 ** 23);
  const trees = createCache<readonly TreeEntry[]>(2 ** 24);
  let cut: Promise<ReadonlySet<string>> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const refresh = (): void => {
    library.cache = {};
    fs.forget();
    contents.clear();
    trees.clear();
  };
  const load = (oid: string): Promise<Buffer> => {
    clearTimeout(timer);
    timer = setTimeout(refresh, quietMs).unref();
    return unpack(library, oid);
  };
  const known = (oid: string) => pending.get(oid)?.content ?? contents.get(oid);
  const read = async (oid: string): Promise<Buffer> => {
    const before = known(oid);
    if (before !== undefined) return before;
    const content = await load(oid).catch(() => {
      refresh(); // Another program may have packed or added it.
      return load(oid).catch((error) => Promise.reject(unreadable(oid, error)));
    });
    return contents.add(oid, content, content.length);
  };
  const size = async (oid: string): Promise<number> =>
    known(oid)?.length ?? fs.sizeOf(oid, maxObjectBytes);
  return {
    library,
    read,
    size,
    readOrEmpty: async (oid) => ((await size(oid)) > maxObjectBytes ? Buffer.alloc(0) : read(oid)),
    has: (oid) =>
      read(oid).then(
        () => true,
        () => false,
      ),
    async readTree(oid) {
      const before = oid === emptyTree ? [] : trees.get(oid);
      if (before !== undefined) return before;
      const content = await read(oid);
      return trees.add(oid, parseTree(content), content.length);
    },
    async readCommit(oid) {
      cut ??= readShallow(gitDir);
      const commit = parseCommit(oid, await read(oid));
      return (await cut).has(oid) ? { ...commit, parents: [] } : commit;
    },
    async write(type, content) {
      const oid = oidOf(type, content);
      pending.set(oid, { oid, type, content: toBuffer(content) });
      return oid;
    },
    async flush() {
      const written = [...pending.values()];
      await storeAll(fs, written);
      for (const { oid, content } of written) {
        pending.delete(oid);
        contents.add(oid, content, content.length);
      }
    },
    refresh,
  };
}

async function unpack(library: Objects["library"], oid: string): Promise<Buffer> {
  const size = await library.fs.sizeOf(oid, maxObjectBytes);
  if (size > maxObjectBytes) throw new RangeError(`Cannot read "${oid}": it has ${size} bytes`);
  const { object } = await git.readObject({ ...library, oid, format: "content" });
  if (!(object instanceof Uint8Array)) throw new TypeError(`"${oid}" has no bytes`);
  return toBuffer(object);
}

function unreadable(oid: string, cause: unknown): Error {
  const fix =
    "run `git fsck` in the vault and restore the object from another copy; the files themselves are not affected";
  const state = `object ${oid} of its git history is missing or damaged, or larger than 32 MB`;
  return blocked(state, fix, cause);
}

/** The commits at which the history of a shallow clone was cut off. */
export async function readShallow(gitDir: string): Promise<ReadonlySet<string>> {
  const list = await readIfThere(join(gitDir, "shallow"));
  return new Set(list?.toString("latin1").match(/^[0-9a-f]{40}$/gm));
}

/** Blobs name nothing, so some are written at once; all others come after what they name, as they were given. */
async function storeAll(fs: StoreFs, written: readonly Pending[]): Promise<void> {
  const store = async ({ oid, type, content }: Pending): Promise<void> => {
    const header = Buffer.from(`${type} ${content.length}\0`);
    const file = `objects/${oid.slice(0, 2)}/${oid.slice(2)}`;
    await fs.store(file, await compress(Buffer.concat([header, content])));
  };
  const blobs = written.filter(({ type }) => type === "blob");
  while (blobs.length > 0) await Promise.all(blobs.splice(0, writersAtOnce).map(store));
  for (const one of written) if (one.type !== "blob") await store(one);
  await fs.flush();
}

const compress = promisify(deflate);

interface Pending {
  readonly oid: string;
  readonly type: ObjectType;
  readonly content: Buffer;
}

const toBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Keeps what was added, and forgets all where it is too large together. */
function createCache<T>(maxBytes: number) {
  const kept = new Map<string, T>();
  let total = 0;
  const clear = (): void => {
    kept.clear();
    total = 0;
  };
  return {
    clear,
    get: (oid: string): T | undefined => kept.get(oid),
    add(oid: string, value: T, bytes: number): T {
      if (total + bytes > maxBytes) clear();
      total += bytes;
      kept.set(oid, value);
      return value;
    },
  };
}
