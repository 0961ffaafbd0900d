import { hash } from "node:crypto";
import { lstatSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { errnoOf } from "../../errors.ts";
import { blocked, disk, isMissing, listFolder, replaceFile } from "../disk.ts";
import { maxObjectBytes, type ObjectType, oidOf } from "../object-format.ts";
import { type Commit, parseCommit } from "./commit.ts";
import { listPacked, openPacks, type Packs, readPacked, TooLargeError } from "./packs.ts";
import { emptyTree, parseTree, type TreeEntry } from "./tree.ts";

/** One round reads most blobs and trees two or three times. */
const maxKeptBytes = 2 ** 24;
const writersAtOnce = 16;

/** The objects of one repository, while it is open. */
export class Objects {
  readonly gitDir: string;
  private readonly packFolders: readonly string[];
  private packs: Promise<Packs> | undefined;
  /** What waits for `flush`. */
  private readonly pending = new Map<string, Written>();
  private readonly kept = new Map<string, Buffer>();
  private keptBytes = 0;
  private readonly trees = new WeakMap<Buffer, readonly TreeEntry[]>();

  /** `shadow`: another repository, the packs of which are not this one's yet. */
  constructor(gitDir: string, shadow = gitDir) {
    this.gitDir = gitDir;
    this.packFolders = [gitDir, shadow].map((one) => join(one, "objects", "pack"));
  }

  /** The content of an object; throws a blocked error where no sound copy of it is found, or where it is too large. */
  async read(oid: string): Promise<Buffer> {
    const found = await this.find(oid);
    if (found instanceof Buffer) return found;
    throw blocked(
      `object ${oid} of its git history is missing or damaged, or larger than 32 MB`,
      "run `git fsck` in the vault and restore it from another copy; the files are not affected",
      found,
    );
  }

  /** The same for who only looks at what it says: of one that is too large, nothing. */
  async readOrEmpty(oid: string): Promise<Buffer> {
    return (await this.size(oid)) > maxObjectBytes ? Buffer.alloc(0) : this.read(oid);
  }

  /** How large an object is: without end where it is too large to be read, 0 where no sound copy of it is found. */
  async size(oid: string): Promise<number> {
    const content = await this.find(oid);
    if (content instanceof Buffer) return content.length;
    return content instanceof TooLargeError ? Number.POSITIVE_INFINITY : 0;
  }

  /** The names in a tree. */
  async readTree(oid: string): Promise<readonly TreeEntry[]> {
    if (oid === emptyTree) return [];
    const content = await this.read(oid);
    const entries = this.trees.get(content) ?? parseTree(content);
    this.trees.set(content, entries);
    return entries;
  }

  /** What a commit names. */
  async readCommit(oid: string): Promise<Commit> {
    return parseCommit(oid, await this.read(oid));
  }

  /** All that is stored by now, by its own file or the index of its pack. Throws where a pack cannot be listed. */
  async list(): Promise<ReadonlyMap<string, readonly string[]>> {
    this.refresh();
    const all = await listFolder(join(this.gitDir, "objects"), true);
    const files = all.map(({ name, parentPath }) => join(parentPath, name));
    const loose = files.filter((file) => /[/\\][0-9a-f]{2}[/\\][0-9a-f]{38}$/.test(file));
    const named = loose.map((file) => [file, [basename(dirname(file)) + basename(file)]] as const);
    return new Map([...named, ...listPacked(await this.openPacks())]);
  }

  /** Takes an object, to be stored by `flush`, and gives its name. The content must not change meanwhile. */
  async write(type: ObjectType, content: Uint8Array): Promise<string> {
    const oid = oidOf(type, content);
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    // Even if there is one: it may be damaged, which git never fixes, or so old that `git gc` is about to prune it.
    this.pending.set(oid, { type, content: bytes });
    return oid;
  }

  /** Stores what was written, for everybody to see and to survive a power cut; to be called before a ref names it. */
  async flush(): Promise<void> {
    const written = [...this.pending];
    // Blobs name nothing, so some are written at once; all others come after what they name, as they were given.
    const blobs = written.filter(([, { type }]) => type === "blob");
    while (blobs.length > 0)
      await Promise.all(blobs.splice(0, writersAtOnce).map((one) => this.store(...one)));
    for (const one of written) if (one[1].type !== "blob") await this.store(...one);
    if (written.length > 0) await disk.flushFolder(join(this.gitDir, "objects"));
    for (const [oid, { content }] of written) {
      this.pending.delete(oid);
      this.keep(oid, content);
    }
  }

  /** Looks anew at what is stored: another program may have added, packed or removed objects. */
  refresh(): void {
    this.packs = undefined;
    this.kept.clear();
    this.keptBytes = 0;
  }

  /** The content of an object, or why it cannot be read; undefined where it is nowhere. */
  private async find(oid: string, isAgain = false): Promise<Buffer | Error | undefined> {
    const known = this.pending.get(oid)?.content ?? this.kept.get(oid);
    if (known !== undefined) return known;
    let cause: Error | undefined;
    try {
      const found = this.readLoose(oid) ?? readPacked(await this.openPacks(), oid);
      if (found !== undefined) return this.keep(oid, found);
    } catch (error) {
      cause = error instanceof Error ? error : undefined;
    }
    if (isAgain || cause instanceof TooLargeError) return cause;
    this.refresh(); // Another program may have packed or added it.
    return this.find(oid, true);
  }

  private keep(oid: string, content: Buffer): Buffer {
    this.keptBytes += content.length;
    if (this.keptBytes > maxKeptBytes) {
      this.kept.clear();
      this.keptBytes = content.length;
    }
    this.kept.set(oid, content);
    return content;
  }

  private openPacks(): Promise<Packs> {
    this.packs ??= openPacks(this.packFolders);
    return this.packs;
  }

  private readLoose(oid: string): Buffer | undefined {
    const path = this.looseFile(oid);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat?.isFile() !== true) return undefined;
    if (stat.size > maxObjectBytes) throw new TooLargeError();
    const packed = readFileSync(path);
    try {
      const bytes = inflateSync(packed, { maxOutputLength: maxObjectBytes });
      return hash("sha1", bytes, "hex") === oid ? bytes.subarray(bytes.indexOf(0) + 1) : undefined;
    } catch (error) {
      if (errnoOf(error) === "ERR_BUFFER_TOO_LARGE") throw new TooLargeError();
      return undefined; // Perhaps a pack has a sound one.
    }
  }

  private looseFile(oid: string): string {
    return join(this.gitDir, "objects", oid.slice(0, 2), oid.slice(2));
  }

  /** Gives an object its name once it is whole. */
  private async store(oid: string, { type, content }: Written): Promise<void> {
    const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
    const file = this.looseFile(oid);
    const publish = async (): Promise<void> => {
      await disk.mkdir(dirname(file));
      await replaceFile(this.gitDir, file, deflateSync(bytes), 0o444);
    };
    // `git gc` may remove the folder, empty until then.
    await publish().catch((error) => (isMissing(error) ? publish() : Promise.reject(error)));
  }
}

type Written = Readonly<{ type: ObjectType; content: Buffer }>;
