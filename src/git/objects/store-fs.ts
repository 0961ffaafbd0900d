import { hash } from "node:crypto";
import { lstat, readdir, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { PromiseFsClient } from "isomorphic-git";
import { LociError } from "../../errors.ts";
import { createDraft, type Disk, ifMissing, isMissing, readIfThere } from "../disk.ts";

/** Where an object is stored. */
interface StoredAt {
  readonly oid: string;
  /** Its own file, or the index of its pack: a path. */
  readonly file: string;
  readonly isPacked: boolean;
}

/** The disk as isomorphic-git may see it. */
export interface StoreFs extends PromiseFsClient {
  /** Reads the folders of objects anew: another program may have written some. */
  forget(): void;
  /** Whether an object is there, without reading it. */
  has(oid: string): Promise<boolean>;
  /** Makes the names of all objects written so far survive a power cut; to be called before a ref names one. */
  flush(): Promise<void>;
  /**
   * Holds back the packs that `work` fetches: they are stored only if it resolves, having looked at what is in them. Meanwhile
   * the library has these files in memory: the repository's own config could send everything, passwords too, through a host of its
   * choice.
   */
  quarantine<T>(files: ReadonlyMap<string, string>, work: () => Promise<T>): Promise<T>;
  /** The names of all objects, those in several places several times, each with the file that holds it. */
  list(): Promise<readonly StoredAt[]>;
}

/**
 * Lets isomorphic-git read a repository, and write objects only, each whole and flushed before it has its name. Refs, reflogs
 * and the rest are never written by it: its `fetch` moves them before the pack is stored. All methods are async, because
 * isomorphic-git hangs on one that throws at once.
 */
export function createStoreFs(gitDir: string, disk: Disk): StoreFs {
  const state: State = {
    gitDir,
    disk,
    folders: new Map(),
    unflushed: new Set(),
    held: new Map(),
    packs: new Map(),
    holdsPacks: false,
  };
  return {
    promises: methodsOf(state),
    forget: () => state.folders.clear(),
    has: (oid) => hasObject(state, oid),
    flush: () => flush(state),
    list: () => listObjects(state),
    async quarantine(files, work) {
      state.holdsPacks = true;
      for (const [name, text] of files) state.held.set(name, Buffer.from(text));
      try {
        const result = await work();
        for (const name of files.keys()) state.held.delete(name);
        for (const [name, bytes] of state.held) await store(state, name, bytes); // In their order: packs before indexes.
        await flush(state);
        return result;
      } finally {
        state.holdsPacks = false;
        state.held.clear();
      }
    },
  };
}

interface State {
  readonly gitDir: string;
  readonly disk: Disk;
  /** The names in the folders of objects, each listed once. */
  readonly folders: Map<string, Promise<ReadonlySet<string>>>;
  readonly unflushed: Set<string>;
  /** What was written and is not to reach the disk yet, by its name below `.git`. */
  readonly held: Map<string, Uint8Array>;
  /** The sorted names of the objects in a pack, 20 bytes each; a pack never changes. */
  readonly packs: Map<string, Buffer>;
  holdsPacks: boolean;
}

function methodsOf(state: State) {
  const { gitDir, held } = state;
  const refuse = async (path: string): Promise<never> => refused(path);
  return {
    async readFile(path?: string, options?: { encoding?: string } | string) {
      if (path === undefined) throw noPath; // The library asks so, at each call, whether this is a promise.
      const name = nameOf(gitDir, path);
      const isThere = held.has(name) || (await isListed(state, name));
      const bytes = held.get(name) ?? (isThere ? await readIfThere(path) : undefined);
      if (bytes === undefined) throw missing(path);
      const encoding = typeof options === "string" ? options : options?.encoding;
      return encoding === "utf8" ? Buffer.from(bytes).toString("utf8") : bytes;
    },
    async writeFile(path: string, data: Uint8Array | string) {
      const name = nameOf(gitDir, path);
      const bytes = typeof data === "string" ? Buffer.from(data) : data;
      if (name.endsWith(".pack")) checkPack(bytes);
      const isHeld = held.has(name) || (state.holdsPacks && name.startsWith("objects/pack/"));
      if (isHeld) held.set(name, bytes);
      else if (name.startsWith("objects/")) await store(state, name, bytes);
      // Anything else is a ref or a reflog, which only refs/ moves.
    },
    async mkdir(path: string) {
      if (nameOf(gitDir, path).startsWith("objects/")) await state.disk.mkdir(path);
    },
    async readdir(path: string) {
      const name = nameOf(gitDir, path);
      return name.startsWith("objects") ? [...(await namesIn(state, name))] : readdir(path);
    },
    /** A loose object that stands there may be damaged: what is written is always written anew. */
    async stat(path: string) {
      if (/^objects\/[0-9a-f]{2}\//.test(nameOf(gitDir, path))) throw missing(path);
      return stat(path);
    },
    lstat: async (path: string) => lstat(path),
    /** The library removes an empty `shallow`, which is not there. */
    unlink: async (path: string) => void nameOf(gitDir, path),
    readlink: refuse,
    rmdir: refuse,
    symlink: async (_: string, path: string) => refused(path),
  };
}

/** Gives an object or a pack its name, once it is whole. `git gc` may remove the folder, empty until then. */
async function store(state: State, name: string, bytes: Uint8Array): Promise<void> {
  const { gitDir, disk } = state;
  const folder = join(gitDir, dirname(name));
  const draft = await createDraft(disk, gitDir, bytes, 0o444);
  for (let attempt = 1; ; attempt++) {
    try {
      await disk.mkdir(folder);
      await disk.rename(draft, join(gitDir, name));
      break;
    } catch (error) {
      if (!isMissing(error) || attempt === 10) throw error;
    }
  }
  for (const above of ["objects", dirname(name)]) {
    state.unflushed.add(join(gitDir, above));
    state.folders.delete(above);
  }
}

async function flush({ disk, unflushed }: State): Promise<void> {
  const folders = [...unflushed];
  unflushed.clear();
  await Promise.all(folders.map((folder) => disk.flushFolder(folder)));
}

async function listObjects(state: State): Promise<readonly StoredAt[]> {
  const found: StoredAt[] = [];
  for (const folder of await namesIn(state, "objects")) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const rest of await namesIn(state, `objects/${folder}`)) {
      const file = join(state.gitDir, "objects", folder, rest);
      if (/^[0-9a-f]{38}$/.test(rest)) found.push({ oid: folder + rest, file, isPacked: false });
    }
  }
  for (const [file, oids] of await packsOf(state)) {
    for (let at = 0; at < oids.length; at += 20)
      found.push({ oid: oids.toString("hex", at, at + 20), file, isPacked: true });
  }
  return found;
}

async function hasObject(state: State, oid: string): Promise<boolean> {
  if (await isListed(state, `objects/${oid.slice(0, 2)}/${oid.slice(2)}`)) return true;
  const wanted = Buffer.from(oid, "hex");
  return (await packsOf(state)).some(([, oids]) => holds(oids, wanted));
}

/** False for a loose object that is not there, without asking the disk. */
async function isListed(state: State, name: string): Promise<boolean> {
  const [, folder, file] = /^objects\/([0-9a-f]{2})\/(.*)$/.exec(name) ?? [];
  if (folder === undefined || file === undefined) return true;
  const isThere = (await namesIn(state, "objects")).has(folder);
  return isThere && (await namesIn(state, `objects/${folder}`)).has(file);
}

async function namesIn(
  { gitDir, folders, held }: State,
  folder: string,
): Promise<ReadonlySet<string>> {
  const read = async () => new Set((await readdir(join(gitDir, folder)).catch(ifMissing)) ?? []);
  const listing = folders.get(folder) ?? read();
  folders.set(folder, listing);
  const more = [...held.keys()].filter((name) => name.startsWith(`${folder}/`));
  if (more.length === 0) return listing;
  return new Set([...(await listing), ...more.map((name) => name.slice(folder.length + 1))]);
}

/** The packs by the paths of their indexes. */
async function packsOf(state: State): Promise<readonly (readonly [string, Buffer])[]> {
  const { gitDir, held, packs } = state;
  const found: [string, Buffer][] = [];
  for (const name of await namesIn(state, "objects/pack")) {
    if (!name.endsWith(".idx")) continue;
    const file = join(gitDir, "objects", "pack", name);
    const read = async () => held.get(`objects/pack/${name}`) ?? (await readIfThere(file)) ?? [];
    const oids = packs.get(file) ?? oidsIn(Buffer.from(await read()));
    packs.set(file, oids);
    found.push([file, oids]);
  }
  return found;
}

/** In the index of a pack (version 2) they stand, sorted, behind a table of counts by first byte. */
const oidsIn = (index: Buffer): Buffer =>
  index.length < 1_072 || index.readUInt32BE(0) !== 0xff744f63
    ? Buffer.alloc(0)
    : index.subarray(1_032, 1_032 + index.readUInt32BE(1_028) * 20);

function holds(oids: Buffer, wanted: Buffer): boolean {
  let [low, high] = [0, oids.length / 20];
  while (low < high) {
    const middle = (low + high) >> 1;
    const order = oids.compare(wanted, 0, 20, middle * 20, middle * 20 + 20);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}

/** The name of a file below `.git`, with slashes; throws for any other place. */
function nameOf(gitDir: string, path: string): string {
  const name = relative(gitDir, path).split(sep).join("/");
  return name === "" || name.startsWith("..") ? refused(path) : name;
}

function refused(path: string): never {
  throw new LociError("GIT_BLOCKED", `Cannot use "${path}": it is outside the object store`);
}

const noPath = new TypeError("Cannot read a file: it has no name");

const missing = (path: string): Error =>
  Object.assign(new Error(`Cannot read "${path}": it is not there`), { code: "ENOENT" });

/** A pack whose bytes are not what its last twenty say would stand in the way of every later read. */
function checkPack(bytes: Uint8Array): void {
  const end = bytes.length - 20;
  const named = Buffer.from(bytes.subarray(end)).toString("hex");
  if (hash("sha1", bytes.subarray(0, end), "hex") === named) return;
  throw new SyntaxError("Cannot store what was fetched: it is damaged");
}
