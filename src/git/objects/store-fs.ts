import { hash } from "node:crypto";
import { closeSync, constants, existsSync, openSync, readSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import type { PromiseFsClient } from "isomorphic-git";
import { blocked, createDraft, type Disk, isMissing, listFolder, readIfThere } from "../disk.ts";
import { findPacked, headerBytes, looseSize, namesAt, readPackedHeader } from "./object-size.ts";

/** Where an object is stored. */
export interface StoredAt {
  readonly oid: string;
  /** Its own file, or the index of its pack: a path. */
  readonly file: string;
  readonly isPacked: boolean;
}

/**
 * The disk as isomorphic-git may see it: it reads a repository, and writes objects only, each whole and flushed before it has
 * its name. Refs, reflogs and the rest are never written by it: its `fetch` moves them before the pack is stored. All methods
 * are async, because isomorphic-git hangs on one that throws at once.
 */
export class StoreFs implements PromiseFsClient {
  readonly promises: StoreFs = this;
  private readonly gitDir: string;
  private readonly disk: Disk;
  private packs: Promise<Packs> | undefined;
  private readonly unflushed = new Set<string>();
  private readonly packBytes = new Map<string, Uint8Array>();
  /** Objects in packs that can be unpacked with all that they are a change of. */
  private readonly small = new Set<string>();
  /** What was written and is not to reach the disk yet, by its name below `.git`. */
  private readonly held = new Map<string, Uint8Array>();
  private holdsPacks = false;

  constructor(gitDir: string, disk: Disk) {
    this.gitDir = gitDir;
    this.disk = disk;
  }

  /** Lists the packs anew: another program may have written some. */
  forget(): void {
    this.packs = undefined;
    this.packBytes.clear();
    this.small.clear();
  }

  /** The names of all objects, those in several places several times. Throws a blocked error where a pack cannot be listed. */
  async list(): Promise<readonly StoredAt[]> {
    const found: StoredAt[] = [];
    for (const { name, parentPath } of await listFolder(join(this.gitDir, "objects"), true)) {
      const oid = basename(parentPath) + name;
      if (/^[0-9a-f]{40}$/.test(oid))
        found.push({ oid, file: join(parentPath, name), isPacked: false });
    }
    for (const [name, index] of await this.readPacks()) {
      const file = join(this.gitDir, "objects", "pack", name);
      if (index === undefined)
        throw blocked(`${file} is damaged`, "run `git index-pack` with the .pack file beside it");
      const end = namesAt + index.readUInt32BE(namesAt - 4) * 20;
      for (let at = namesAt; at < end; at += 20)
        found.push({ oid: index.toString("hex", at, at + 20), file, isPacked: true });
    }
    return found;
  }

  /**
   * How large an object is, by headers alone; where it is stored as a change of one that is larger than `most`, the size of that:
   * both have to be unpacked. 0 where it is not found.
   */
  async sizeOf(oid: string, most: number): Promise<number> {
    const loose = join(this.gitDir, "objects", oid.slice(0, 2), oid.slice(2));
    if (existsSync(loose)) return looseSize(readStart(loose));
    const place = await this.find(oid);
    return place === undefined ? 0 : this.packedSize(place, most);
  }

  private async packedSize({ pack, at }: PackedAt, most: number): Promise<number> {
    const key = `${pack} ${at}`;
    const start = (await this.readBytes(pack))?.subarray(at, at + headerBytes);
    const { size, base } = readPackedHeader(Buffer.from(start ?? []));
    if (base === undefined || size > most || this.small.has(key)) return size;
    const next = typeof base === "number" ? { pack, at: at - base } : await this.find(base);
    const below = next === undefined ? 0 : await this.packedSize(next, most);
    if (below > most) return below;
    this.small.add(key);
    return size;
  }

  private async find(oid: string): Promise<PackedAt | undefined> {
    for (const [name, index] of await this.readPacks()) {
      const at = index && findPacked(index, oid);
      if (at !== undefined) return { pack: `objects/pack/${name.replace(/idx$/, "pack")}`, at };
    }
    return undefined;
  }

  /** Makes the names of all objects written so far survive a power cut; to be called before a ref names one. */
  async flush(): Promise<void> {
    const folders = [...this.unflushed];
    this.unflushed.clear();
    await Promise.all(folders.map((folder) => this.disk.flushFolder(folder)));
  }

  /**
   * Holds back the packs that `work` fetches: they are stored only if it resolves, having looked at what is in them. Meanwhile
   * the library has these files in memory: the repository's own config could send everything, passwords too, through a host of its
   * choice.
   */
  async quarantine<T>(files: ReadonlyMap<string, string>, work: () => Promise<T>): Promise<T> {
    this.holdsPacks = true;
    for (const [name, text] of files) this.held.set(name, Buffer.from(text));
    try {
      const result = await work();
      for (const name of files.keys()) this.held.delete(name);
      for (const [name, bytes] of this.held) await this.store(name, bytes); // In their order: packs before indexes.
      await this.flush();
      return result;
    } finally {
      this.holdsPacks = false;
      this.held.clear();
      this.forget();
    }
  }

  async readFile(path?: string, options?: { encoding?: string } | string) {
    if (path === undefined) throw noPath; // The library asks so, at each call, whether this is a promise.
    const name = this.nameOf(path);
    const bytes = await this.readBytes(name);
    if (bytes === undefined) throw missing(path);
    const encoding = typeof options === "string" ? options : options?.encoding;
    return encoding === "utf8" ? Buffer.from(bytes).toString("utf8") : bytes;
  }

  /** A pack is read once: it is as large as all that is in it. */
  private async readBytes(name: string): Promise<Uint8Array | undefined> {
    const path = join(this.gitDir, name);
    const known = this.held.get(name) ?? this.packBytes.get(name);
    // Most objects that the library looks for first as loose ones are not: to ask so costs least.
    const bytes = known ?? (existsSync(path) ? await readIfThere(path) : undefined);
    if (bytes !== undefined && name.endsWith(".pack")) this.packBytes.set(name, bytes);
    return bytes;
  }

  /** Packs are written, and what is held; all else is a ref or a reflog, which only refs/ moves. */
  async writeFile(path: string, data: Uint8Array | string): Promise<void> {
    const name = this.nameOf(path);
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    const isPack = name.startsWith("objects/pack/");
    // It would stand in the way of every later read.
    if (name.endsWith(".pack") && !isWhole(bytes))
      throw new SyntaxError("Cannot store what was fetched: it is damaged");
    if (this.held.has(name) || (isPack && this.holdsPacks)) this.held.set(name, bytes);
    else if (isPack) await this.store(name, bytes);
    if (isPack) this.packs = undefined;
  }

  /** The library lists packs only, to read their indexes: one that is damaged would hide all others. */
  async readdir(): Promise<string[]> {
    return [...(await this.readPacks())].flatMap(([name, index]) => (index ? [name] : []));
  }

  /** The library makes folders for files, which come with theirs, and removes a `shallow` that is not there. */
  async mkdir(): Promise<void> {}
  unlink = this.mkdir;
  stat = absent;
  lstat = absent;
  readlink = absent;
  rmdir = absent;
  symlink = absent;

  /** Gives an object or a pack its name below `.git`, once it is whole. */
  async store(name: string, bytes: Uint8Array): Promise<void> {
    const file = join(this.gitDir, name);
    const draft = await createDraft(this.disk, this.gitDir, bytes, 0o444);
    const publish = async (): Promise<void> => {
      await this.disk.mkdir(dirname(file));
      await this.disk.rename(draft, file);
    };
    // `git gc` may remove the folder, empty until then.
    await publish().catch((error) => (isMissing(error) ? publish() : Promise.reject(error)));
    this.unflushed.add(join(this.gitDir, "objects")).add(dirname(file));
  }

  private readPacks(): Promise<Packs> {
    const read = async (): Promise<Packs> => {
      const packs = new Map<string, Buffer | undefined>();
      const listed = await listFolder(join(this.gitDir, "objects", "pack"));
      const held = [...this.held.keys()].map((name) => basename(name));
      for (const name of [...listed.map((entry) => entry.name), ...held])
        if (name.endsWith(".idx")) packs.set(name, await this.readIndex(name));
      return packs;
    };
    this.packs ??= read();
    return this.packs;
  }

  private async readIndex(name: string): Promise<Buffer | undefined> {
    const path = `objects/pack/${name}`;
    const bytes =
      this.held.get(path) ?? (await readIfThere(join(this.gitDir, path)).catch(() => {}));
    const index = Buffer.from(bytes ?? []);
    const isVersion2 = index.length >= namesAt + 40 && index.readUInt32BE(0) === 0xff744f63;
    return isVersion2 && isWhole(index) ? index : undefined;
  }

  /** The name of a file below `.git`, with slashes; throws for any other place. */
  private nameOf(path: string): string {
    const name = relative(this.gitDir, path).split(sep).join("/");
    if (name.startsWith("..")) throw missing(path);
    return name;
  }
}

/** Where an object begins in a pack. */
interface PackedAt {
  readonly pack: string;
  readonly at: number;
}

/** The indexes of packs by their names; undefined where one is damaged. */
type Packs = ReadonlyMap<string, Buffer | undefined>;

/** Whether the bytes of a pack, or of its index, are what their last twenty say. */
function isWhole(bytes: Uint8Array): boolean {
  const end = bytes.length - 20;
  const named = Buffer.from(bytes.subarray(end)).toString("hex");
  return hash("sha1", bytes.subarray(0, end), "hex") === named;
}

/** The first bytes of an object that has a file of its own. */
function readStart(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(headerBytes);
    return bytes.subarray(0, readSync(file, bytes, 0, headerBytes, 0));
  } finally {
    closeSync(file);
  }
}

async function absent(path: string): Promise<never> {
  throw missing(path);
}

const noPath = new TypeError("Cannot read a file: it has no name");

const missing = (path: string): Error =>
  Object.assign(new Error(`Cannot read "${path}": it is not there`), { code: "ENOENT" });
