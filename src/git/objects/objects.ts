import { promisify } from "node:util";
import { deflate, deflateSync } from "node:zlib";
import git from "isomorphic-git";
import { blocked } from "../disk.ts";
import { type ObjectType, oidOf } from "../object-format.ts";
import { type Commit, parseCommit } from "./commit.ts";
import { StoreFs } from "./store-fs.ts";
import { emptyTree, parseTree, type TreeEntry } from "./tree.ts";

/** What is larger is not unpacked: whoever can push can bring half a gigabyte of zeros in as many bytes as a note. */
export const maxObjectBytes: number = 2 ** 25;
/** One round reads most blobs and trees two or three times. */
const maxKeptBytes = 2 ** 24;
/** They and the library's packs stay in memory until nothing was read for so long. */
const quietMs = 1_000;
const writersAtOnce = 16;
/** So much is compressed in a millisecond or two; a stream for it costs five times as much. */
const maxBytesAtOnce = 2 ** 16;

/** The objects of one repository, while it is open; read and written by isomorphic-git. */
export class Objects {
  /** What isomorphic-git's own calls need. */
  readonly library: { readonly fs: StoreFs; readonly gitdir: string; cache: object };
  /** What waits for `flush`. */
  private readonly pending = new Map<string, Pending>();
  private readonly kept = new Map<string, Buffer>();
  private keptBytes = 0;
  /** Asked for before an object is read, and again by who reads it. */
  private readonly sizes = new Map<string, number>();
  private readonly trees = new WeakMap<Buffer, readonly TreeEntry[]>();
  private timer: NodeJS.Timeout | undefined;

  /** `files`, by name below `.git`, hide its own from isomorphic-git. */
  constructor(gitDir: string, files?: ReadonlyMap<string, string>) {
    this.library = { fs: new StoreFs(gitDir, files), gitdir: gitDir, cache: {} };
  }

  /** The content of an object; throws a blocked error where no sound copy of it is found, or where it is too large. */
  async read(oid: string): Promise<Buffer> {
    const known = this.known(oid);
    if (known !== undefined) return known;
    const content = await this.load(oid).catch(() => {
      this.refresh(); // Another program may have packed or added it.
      return this.load(oid).catch((error) => Promise.reject(unreadable(oid, error)));
    });
    return this.keep(oid, content);
  }

  /** The same for who only looks at what it says: of one that is too large, nothing. */
  async readOrEmpty(oid: string): Promise<Buffer> {
    return (await this.size(oid)) > maxObjectBytes ? Buffer.alloc(0) : this.read(oid);
  }

  /** How large an object is, without unpacking it; more than `maxObjectBytes` where that would take as much. */
  async size(oid: string): Promise<number> {
    const known = this.known(oid)?.length ?? this.sizes.get(oid);
    if (known !== undefined) return known;
    const size = await this.library.fs.sizeOf(oid, maxObjectBytes);
    if (size > 0) this.sizes.set(oid, size); // Else it may still come.
    return size;
  }

  /** Whether a sound copy of an object is found. */
  has(oid: string): Promise<boolean> {
    return this.read(oid).then(
      () => true,
      () => false,
    );
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

  /**
   * Takes an object, to be stored by `flush`, and gives its name. One of that name is stored again: it may be damaged,
   * which git never fixes, or so old that `git gc` is about to prune it. The content must not change meanwhile.
   */
  async write(type: ObjectType, content: Uint8Array): Promise<string> {
    const oid = oidOf(type, content);
    this.pending.set(oid, { oid, type, content: toBuffer(content) });
    return oid;
  }

  /** Stores what was written, for everybody to see and to survive a power cut; to be called before a ref names it. */
  async flush(): Promise<void> {
    const { fs } = this.library;
    const written = [...this.pending.values()];
    // Blobs name nothing, so some are written at once; all others come after what they name, as they were given.
    const blobs = written.filter(({ type }) => type === "blob");
    while (blobs.length > 0)
      await Promise.all(blobs.splice(0, writersAtOnce).map((one) => store(fs, one)));
    for (const one of written) if (one.type !== "blob") await store(fs, one);
    await fs.flush();
    for (const { oid, content } of written) {
      this.pending.delete(oid);
      this.keep(oid, content);
    }
  }

  /** Looks anew at what is stored: another program may have added, packed or removed objects. */
  refresh(): void {
    this.library.cache = {};
    this.library.fs.forget();
    this.kept.clear();
    this.sizes.clear();
    this.keptBytes = 0;
  }

  private known(oid: string): Buffer | undefined {
    return this.pending.get(oid)?.content ?? this.kept.get(oid);
  }

  private async load(oid: string): Promise<Buffer> {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), quietMs).unref();
    const loose = this.library.fs.readLoose(oid, maxObjectBytes);
    if (loose !== undefined) return loose;
    const size = await this.size(oid);
    if (size > maxObjectBytes) throw new RangeError(`Cannot read "${oid}": it has ${size} bytes`);
    const { object } = await git.readObject({ ...this.library, oid, format: "content" });
    if (!(object instanceof Uint8Array)) throw new TypeError(`"${oid}" has no bytes`);
    return toBuffer(object);
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
}

interface Pending {
  readonly oid: string;
  readonly type: ObjectType;
  readonly content: Buffer;
}

async function store(fs: StoreFs, { oid, type, content }: Pending): Promise<void> {
  const bytes = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const isSmall = bytes.length <= maxBytesAtOnce;
  const packed = isSmall ? deflateSync(bytes) : await promisify(deflate)(bytes);
  await fs.store(`objects/${oid.slice(0, 2)}/${oid.slice(2)}`, packed);
}

const toBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function unreadable(oid: string, cause: unknown): Error {
  const state = `object ${oid} of its git history is missing or damaged, or larger than 32 MB`;
  const fix =
    "run `git fsck` in the vault and restore it from another copy; the files are not affected";
  return blocked(state, fix, cause);
}
