import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { errnoOf, LociError, messageOf } from "../../../src/errors.ts";
import { lockFolder } from "./build-lock.ts";
import {
  type KnownFile,
  type Manifest,
  manifestName,
  readManifest,
  writeManifest,
} from "./manifest.ts";

/** The folder of a site while one build has its turn in it. Paths are below it, with `/`. */
export interface SiteFolder {
  readonly path: string;
  /** Of the last build. */
  readonly search: string | undefined;
  /** Whether a file is there as this key has it. */
  isCurrent(file: string, key: string, day: string): boolean;
  /** The text of a file of the last build. */
  read(file: string): string | undefined;
  /** Says which files will be written: a build that is killed from here on leaves a folder that the next one fixes. */
  begin(files: Iterable<string>): void;
  /** Writes a file whole, unless it says the same already. "foreign" is one that no build wrote: it stays. */
  write(file: string, content: Uint8Array, made: Pick<KnownFile, "key" | "day">): Written;
  /** Removes what the last build wrote and this one has not: neither written nor in `kept`. Gives how many. */
  finish(kept: ReadonlySet<string>, search: string | undefined): number;
  /** Takes the search index away: an old one would find what pages no longer show. */
  dropSearch(): void;
  /** Ends the turn. */
  close(): void;
}

type Written = "written" | "unchanged" | "foreign";

const temporaryName = ".loci-site.tmp";

/**
 * Takes the build's turn in a folder that `checkOut` gave; makes it where it is not there. A public site begins without
 * anything of a private one. Throws BUSY, WRITE_FAILED, and BAD_INPUT where the folder is another kind of site's.
 */
export function openSiteFolder(path: string, { isPublic = false } = {}): SiteFolder {
  const said = explaining(path);
  const lock = said(() => {
    makeFolders(path);
    return lockFolder(path);
  });
  try {
    const folder = said(() => new OpenFolder(path, isPublic));
    return {
      path,
      search: folder.search,
      isCurrent: (file, key, day) => said(() => folder.isCurrent(file, key, day)),
      read: (file) => said(() => folder.read(file)),
      begin: (files) => said(() => folder.begin(files)),
      write: (file, content, made) => said(() => folder.write(file, content, made)),
      finish: (kept, search) => said(() => folder.finish(kept, search)),
      dropSearch: () => said(() => folder.dropSearch()),
      close: () => lock.close(),
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** One by one: Node's `recursive` never ends where a folder says that it is there and takes nothing (`/proc/x`). */
function makeFolders(path: string): void {
  if (statOf(path)?.isDirectory() === true) return;
  if (dirname(path) !== path) makeFolders(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") throw error;
  }
}

class OpenFolder {
  readonly search: string | undefined;
  private readonly path: string;
  private readonly isPublic: boolean;
  private readonly temporary: string;
  /** Undefined where it is not known which files are ours: then all may be. */
  private readonly known: Manifest | undefined;
  private readonly files: Map<string, KnownFile>;
  private readonly folders = new Set<string>();
  private isBegun = false;
  private count = 0;

  constructor(path: string, isPublic: boolean) {
    this.path = path;
    this.isPublic = isPublic;
    this.temporary = join(path, temporaryName);
    const known = readManifest(path);
    checkKind(path, known, isPublic);
    this.search = known?.search;
    this.files = new Map(known?.files);
    rmSync(this.temporary, { recursive: true, force: true });
    const isOther = isPublic && known?.isPublic === false;
    if (isOther) this.empty();
    if (isOther) this.search = undefined;
    this.known = isOther ? readManifest(path) : known;
  }

  isCurrent(file: string, key: string, day: string): boolean {
    const known = this.files.get(file);
    if (known?.key !== key || (known.day !== undefined && known.day !== day)) return false;
    const stat = statOf(join(this.path, file));
    return stat?.isFile() === true && stat.size === known.size;
  }

  read(file: string): string | undefined {
    if (!this.files.has(file)) return undefined;
    return this.bytesOf(join(this.path, file))?.toString("utf8");
  }

  begin(files: Iterable<string>): void {
    for (const file of files) {
      // Foreign files are not to be taken for ours by the next build.
      const isOurs = this.files.has(file) || this.known === undefined || !this.isThere(file);
      if (isOurs) this.files.set(file, { key: "", size: -1 });
    }
    this.writeManifest(this.search);
    mkdirSync(this.temporary, { recursive: true });
    this.isBegun = true;
  }

  write(file: string, content: Uint8Array, made: Pick<KnownFile, "key" | "day">): Written {
    if (!this.isBegun) throw new Error(`"${file}" was written before the build began`);
    if (!this.files.has(file)) return "foreign";
    const path = join(this.path, file);
    if (!this.makeFolder(dirname(file))) return "foreign";
    this.files.set(file, { ...made, size: content.length });
    const old = this.bytesOf(path);
    if (old !== undefined && Buffer.compare(old, content) === 0) return "unchanged";
    this.count++;
    const next = join(this.temporary, String(this.count));
    // Not synced to the disk: a page that a power cut took is made again, because its size is not what the manifest says.
    writeFileSync(next, content);
    renameSync(next, path);
    return "written";
  }

  finish(kept: ReadonlySet<string>, search: string | undefined): number {
    const names = new Set([...kept].map((file) => file.toLowerCase()));
    const gone = [...this.files.keys()].filter((file) => !kept.has(file));
    let removed = 0;
    for (const file of gone) {
      // Where the disk knows no case, a new file may have taken an old one's place.
      if (!names.has(file.toLowerCase()) && this.remove(file)) removed++;
      this.files.delete(file);
    }
    if (this.isBegun || gone.length > 0 || search !== this.search || this.known === undefined) {
      this.writeManifest(search);
    }
    rmSync(this.temporary, { recursive: true, force: true });
    return removed;
  }

  dropSearch(): void {
    const path = join(this.path, "pagefind");
    // A build that was killed said nothing of its index, which `facets.json` shows to be Loci's.
    const isOurs = this.search !== undefined || this.isThere("pagefind/facets.json");
    if (isOurs && this.isReached("pagefind")) rmSync(path, { recursive: true, force: true });
  }

  /** Whatever a build wrote goes, also one that was killed. */
  private empty(): void {
    for (const file of this.files.keys()) this.remove(file);
    this.dropSearch();
    this.files.clear();
    this.writeManifest(undefined);
  }

  private writeManifest(search: string | undefined): void {
    writeManifest(this.path, { files: this.files, search, isPublic: this.isPublic });
  }

  private isThere(file: string): boolean {
    return statOf(join(this.path, file)) !== undefined;
  }

  private bytesOf(path: string): Buffer | undefined {
    return statOf(path)?.isFile() ? readFileSync(path) : undefined;
  }

  /** Never through a link, which could lead out of the site: false where something else has its place. */
  private makeFolder(folder: string): boolean {
    if (folder === "." || this.folders.has(folder)) return true;
    if (!this.makeFolder(dirname(folder))) return false;
    const path = join(this.path, folder);
    const stat = statOf(path);
    if (stat === undefined) mkdirSync(path);
    else if (!stat.isDirectory()) return false;
    this.folders.add(folder);
    return true;
  }

  /** With the folders that are empty then. */
  private remove(file: string): boolean {
    const path = join(this.path, file);
    if (!this.isReached(dirname(file)) || !statOf(path)?.isFile()) return false;
    rmSync(path);
    for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) {
      const at = join(this.path, folder);
      if (readdirSync(at).length > 0) break;
      rmdirSync(at);
    }
    return true;
  }

  private isReached(folder: string): boolean {
    if (folder === ".") return true;
    return (
      this.isReached(dirname(folder)) && statOf(join(this.path, folder))?.isDirectory() === true
    );
  }
}

/** What everyone may see and what not never share a folder: a later build would show the one as the other. */
function checkKind(path: string, known: Manifest | undefined, isPublic: boolean): void {
  const refuse = (state: string): never => {
    throw new LociError("BAD_INPUT", `Cannot build into "${path}": ${state}`, {
      data: { out: path },
    });
  };
  if (known?.isPublic === true && !isPublic) {
    refuse("it holds a public site; add --public, or name another folder");
  }
  if (known === undefined && isPublic && statOf(join(path, manifestName)) !== undefined) {
    refuse("it may hold pages that are not public; empty it, or name another folder");
  }
}

/** Of the thing itself, not of what a link leads to; undefined also where a file is on the way. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errnoOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the disk is read-only",
  EACCES: "no permission to write there",
  EPERM: "no permission to write there",
};

/** Runs work on the folder; what the system says of it becomes one sentence. */
function explaining(folder: string): <T>(work: () => T) => T {
  return (work) => {
    try {
      return work();
    } catch (cause) {
      if (cause instanceof LociError) throw cause;
      const code = errnoOf(cause) ?? "";
      const why = reasons[code] ?? messageOf(cause);
      throw new LociError("WRITE_FAILED", `Cannot write the site into "${folder}": ${why}`, {
        data: { out: folder, code },
        cause,
      });
    }
  };
}
