import { hash } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { inflateSync } from "node:zlib";
import type { PromiseFsClient } from "isomorphic-git";
import { blocked, createDraft, disk, isMissing, listFolder, readIfThere } from "../disk.ts";
import { findPacked, headerBytes, looseSize, namesAt, readPackedHeader } from "./object-size.ts";

/** Where an object is stored. */
export interface StoredAt {
  readonly oid: string;
  /** Its own file, or the index of its pack (`.idx`): a path. */
  readonly file: string;
}

/**
 * The disk as isomorphic-git may see it: it reads a repository, and what it writes stays in memory: its `fetch` would
 * move refs before the pack is stored. All methods are async, because it hangs on one that throws at once.
 */
export class StoreFs implements PromiseFsClient {
  readonly promises: StoreFs = this;
  private readonly gitDir: string;
  /** By names below `.git`. They hide those of the disk, whose config could send passwords through another host. */
  private readonly written: Map<string, Uint8Array>;
  private packs: Promise<Packs> | undefined;
  private readonly unflushed = new Set<string>();
  /** Objects in packs that can be unpacked with all that they are a change of. */
  private readonly small = new Set<string>();

  constructor(gitDir: string, written: ReadonlyMap<string, string> = new Map()) {
    this.gitDir = gitDir;
    this.written = new Map(Array.from(written, ([name, text]) => [name, Buffer.from(text)]));
  }

  /** Lists the packs anew: another program may have written some. */
  forget(): void {
    this.packs = undefined;
    this.small.clear();
  }

  /** All objects, those in several places several times. Throws a blocked error where a pack cannot be listed. */
  async list(): Promise<readonly StoredAt[]> {
    const found: StoredAt[] = [];
    for (const { name, parentPath } of await listFolder(join(this.gitDir, "objects"), true)) {
      const oid = basename(parentPath) + name;
      if (/^[0-9a-f]{40}$/.test(oid)) found.push({ oid, file: join(parentPath, name) });
    }
    for (const [name, index] of await this.readPacks()) {
      const file = join(this.gitDir, "objects", "pack", name);
      if (index === undefined)
        throw blocked(`${file} is damaged`, "run `git index-pack` with the .pack file beside it");
      const end = namesAt + index.readUInt32BE(namesAt - 4) * 20;
      for (let at = namesAt; at < end; at += 20)
        found.push({ oid: index.toString("hex", at, at + 20), file });
    }
    return found;
  }

  /**
   * How large an object is, by headers alone; where it is stored as a change of one that is larger than `most`, that
   * one's size: both have to be unpacked. 0 where it is not found.
   */
  async sizeOf(oid: string, most: number): Promise<number> {
    const loose = `objects/${oid.slice(0, 2)}/${oid.slice(2)}`;
    const isLoose = existsSync(join(this.gitDir, loose));
    return isLoose ? looseSize(await this.readStart(loose, 0)) : this.packedSize(oid, most);
  }

  /** The content of a loose object with the right hash; the library would hash each of them on another thread. */
  readLoose(oid: string, most: number): Buffer | undefined {
    const path = join(this.gitDir, "objects", oid.slice(0, 2), oid.slice(2));
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    try {
      const bytes = inflateSync(readFileSync(path), { maxOutputLength: most });
      return hash("sha1", bytes, "hex") === oid ? bytes.subarray(bytes.indexOf(0) + 1) : undefined;
    } catch {
      return undefined; // The library finds it in a pack, or says why it cannot be read.
    }
  }

  private async packedSize(oid: string, most: number): Promise<number> {
    for (const [name, index] of await this.readPacks()) {
      const at = index && findPacked(index, oid);
      if (at !== undefined)
        return this.sizeAt(`objects/pack/${name.replace(/idx$/, "pack")}`, at, most);
    }
    return 0;
  }

  private async sizeAt(pack: string, at: number, most: number): Promise<number> {
    const key = `${pack} ${at}`;
    const { size, base } = readPackedHeader(await this.readStart(pack, at));
    if (base === undefined || size > most || this.small.has(key)) return size;
    const below = await (typeof base === "number"
      ? this.sizeAt(pack, at - base, most)
      : this.packedSize(base, most));
    if (below > most) return below;
    this.small.add(key);
    return size;
  }

  /** The first bytes of an object; none where its file is gone. A promise: chains of changes may be longer than the stack. */
  private async readStart(name: string, at: number): Promise<Buffer> {
    const written = this.written.get(name);
    if (written !== undefined) return Buffer.from(written.subarray(at, at + headerBytes));
    const path = join(this.gitDir, name);
    if (!existsSync(path)) return Buffer.alloc(0);
    const bytes = Buffer.alloc(headerBytes);
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      return bytes.subarray(0, readSync(file, bytes, 0, headerBytes, at));
    } finally {
      closeSync(file);
    }
  }

  /** Makes the names of all objects written so far survive a power cut; to be called before a ref names one. */
  async flush(): Promise<void> {
    const folders = [...this.unflushed];
    this.unflushed.clear();
    await Promise.all(folders.map((folder) => disk.flushFolder(folder)));
  }

  /** Stores the packs that the library wrote, each after its index: by itself nobody would find it, nor purge it. */
  async storePacks(): Promise<void> {
    for (const [name, bytes] of [...this.written].toReversed()) {
      if (!name.startsWith("objects/pack/")) continue;
      await this.store(name, bytes);
      this.written.delete(name);
    }
    await this.flush();
  }

  async readFile(path?: string, options?: { encoding?: string } | string) {
    if (path === undefined) throw noPath; // The library asks so, at each call, whether this is a promise.
    const written = this.written.get(this.nameOf(path));
    // Most objects that the library looks for first as loose ones are not: to ask so costs least.
    const bytes = written ?? (existsSync(path) ? await readIfThere(path) : undefined);
    if (bytes === undefined) throw missing(path);
    const encoding = typeof options === "string" ? options : options?.encoding;
    return encoding === "utf8" ? Buffer.from(bytes).toString("utf8") : bytes;
  }

  async writeFile(path: string, data: Uint8Array | string): Promise<void> {
    const bytes = typeof data === "string" ? Buffer.from(data) : data;
    // It would stand in the way of every later read.
    if (path.endsWith(".pack") && !isWhole(bytes))
      throw new SyntaxError("Cannot store what was fetched: it is damaged");
    this.written.set(this.nameOf(path), bytes);
    this.packs = undefined;
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
    const draft = await createDraft(this.gitDir, bytes, 0o444);
    const publish = async (): Promise<void> => {
      await disk.mkdir(dirname(file));
      await disk.rename(draft, file);
    };
    // `git gc` may remove the folder, empty until then.
    await publish().catch((error) => (isMissing(error) ? publish() : Promise.reject(error)));
    this.unflushed.add(join(this.gitDir, "objects")).add(dirname(file));
  }

  private readPacks(): Promise<Packs> {
    const read = async (): Promise<Packs> => {
      const listed = await listFolder(join(this.gitDir, "objects", "pack"));
      const written = [...this.written.keys()].map((name) => basename(name));
      const names = new Set([...listed.map(({ name }) => name), ...written]);
      const indexes = [...names]
        .filter((name) => name.endsWith(".idx") && names.has(name.replace(/idx$/, "pack")))
        .map(async (name) => [name, await this.readIndex(`objects/pack/${name}`)] as const);
      return new Map(await Promise.all(indexes));
    };
    this.packs ??= read();
    return this.packs;
  }

  private async readIndex(name: string): Promise<Buffer | undefined> {
    const stored = () => readIfThere(join(this.gitDir, name)).catch(() => undefined);
    const index = Buffer.from(this.written.get(name) ?? (await stored()) ?? []);
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

/** The indexes of packs by their names; undefined where one is damaged. */
type Packs = ReadonlyMap<string, Buffer | undefined>;

/** Whether the bytes of a pack, or of its index, are what their last twenty say. */
function isWhole(bytes: Uint8Array): boolean {
  const end = bytes.length - 20;
  const named = Buffer.from(bytes.subarray(end)).toString("hex");
  return hash("sha1", bytes.subarray(0, end), "hex") === named;
}

async function absent(path: string): Promise<never> {
  throw missing(path);
}

const noPath = new TypeError("Cannot read a file: it has no name");

const missing = (path: string): Error =>
  Object.assign(new Error(`Cannot read "${path}": it is not there`), { code: "ENOENT" });
