import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat, readdir, readlink, stat } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { blocked } from "./blocked.ts";
import { type Commit, parseCommit } from "./commit.ts";
import { createDraft, type Disk, isMissing, readIfThere } from "./disk.ts";
import { parseTree, type TreeEntry } from "./tree.ts";

type ObjectType = "blob" | "tree" | "commit";

/** The object store of one repository, for the length of one commit. */
export interface Objects {
  /** The content of an object, checked against its name; throws a blocked error where it is damaged. */
  read(oid: string): Promise<Buffer>;
  /** The names in a tree; each tree is read once. */
  readTree(oid: string): Promise<readonly TreeEntry[]>;
  /** What a commit names; each commit is read once. */
  readCommit(oid: string): Promise<Commit>;
  /** The commits at which a shallow clone's history was cut off; read anew each time, a fetch changes it. */
  readShallow(): Promise<ReadonlySet<string>>;
  /**
   * Stores an object loose and gives its name. A file of that name is replaced: it may be damaged, which
   * git never mends by itself, or so old that `git gc` is about to prune it.
   */
  write(type: ObjectType, content: Uint8Array): Promise<string>;
  /** Makes what was written survive a power cut; to be called before a ref names it. */
  flush(): Promise<void>;
}

/** Opens the object store; loose objects need no library, packed ones do. */
export function openObjects(gitDir: string, disk: Disk): Objects {
  const touchedFolders = new Set<string>();
  let packs = openPacks();
  const fileOf = (oid: string): string => join(gitDir, "objects", oid.slice(0, 2), oid.slice(2));

  const treesByOid = new Map<string, readonly TreeEntry[]>();
  const commitsByOid = new Map<string, Commit>();
  const read = async (oid: string): Promise<Buffer> => {
    try {
      const loose = await readIfThere(fileOf(oid));
      if (loose !== undefined) return unwrap(loose, oid);
      const known = packs;
      // a `git gc` or a fetch meanwhile may have replaced the packs that are known, and go on doing so
      return await readPacked(gitDir, oid, known)
        .catch(() => {
          if (packs === known) packs = openPacks();
          return readPacked(gitDir, oid, { cache: packs.cache, fs: readOnlyFs });
        })
        .catch(() => readPacked(gitDir, oid, { cache: {}, fs: readOnlyFs }));
    } catch (cause) {
      throw blocked(
        `object ${oid} of its git history is missing or damaged`,
        "run `git fsck` in the vault and restore the object from another copy; the files themselves are not affected",
        cause,
      );
    }
  };

  return {
    read,

    async readTree(oid) {
      const tree = treesByOid.get(oid) ?? parseTree(await read(oid));
      treesByOid.set(oid, tree);
      return tree;
    },

    async readCommit(oid) {
      const commit = commitsByOid.get(oid) ?? parseCommit(oid, await read(oid));
      commitsByOid.set(oid, commit);
      return commit;
    },

    async readShallow() {
      const list = await readIfThere(join(gitDir, "shallow"));
      return new Set(list?.toString("latin1").match(/^[0-9a-f]{40}$/gm));
    },

    async write(type, content) {
      const wrapped = wrap(type, content);
      const oid = sha1(wrapped);
      const folder = join(gitDir, "objects", oid.slice(0, 2));
      const draft = await createDraft(disk, gitDir, deflateSync(wrapped), 0o444);
      await publish(disk, draft, folder, fileOf(oid));
      touchedFolders.add(folder);
      return oid;
    },

    async flush() {
      if (touchedFolders.size > 0) touchedFolders.add(join(gitDir, "objects"));
      await Promise.all([...touchedFolders].map((folder) => disk.flushFolder(folder)));
      touchedFolders.clear();
    },
  };
}

/** What isomorphic-git may do with the disk: look. All writing is ours. */
const readOnlyFs = {
  promises: {
    readFile: readPlain,
    readdir: listNames,
    stat: statPlain,
    lstat,
    readlink,
    writeFile: refuse,
    mkdir: refuse,
    rmdir: refuse,
    rm: refuse,
    unlink: refuse,
    symlink: refuse,
  },
};

interface Packs {
  readonly cache: object;
  readonly fs: typeof readOnlyFs;
}

/** The packs as they are now. What the library looks up again for each object is looked up once: history is long. */
function openPacks(): Packs {
  const names = new Map<string, ReturnType<typeof listNames>>();
  const stats = new Map<string, ReturnType<typeof statPlain>>();
  const promises = {
    ...readOnlyFs.promises,
    readdir: (path: string) => remember(names, path, listNames),
    stat: (path: string) => remember(stats, path, statPlain),
    readFile: (path: string, options?: string | { readonly encoding?: string }) =>
      /\/objects\/[0-9a-f]{2}\/[0-9a-f]{38}$/.test(path)
        ? Promise.reject(noFile(path))
        : readPlain(path, options),
  };
  return { cache: {}, fs: { promises } };
}

function listNames(path: string): Promise<string[]> {
  return readdir(path);
}

function statPlain(path: string): Promise<Stats> {
  return stat(path);
}

function remember<T>(known: Map<string, T>, path: string, look: (path: string) => T): T {
  const found = known.get(path) ?? look(path);
  known.set(path, found);
  return found;
}

const noFile = (path: string): Error =>
  Object.assign(new Error(`No file "${path}"`), { code: "ENOENT" });

/** As fs.readFile, but of plain files only. */
async function readPlain(
  path: string,
  options?: string | { readonly encoding?: string },
): Promise<Buffer | string> {
  const bytes = await readIfThere(path);
  if (bytes === undefined) throw noFile(path);
  const encoding = typeof options === "string" ? options : options?.encoding;
  return encoding === "utf8" ? bytes.toString("utf8") : bytes;
}

/** The name that an object has, or would have. */
export const oidOf = (type: ObjectType, content: Uint8Array): string => sha1(wrap(type, content));

const wrap = (type: ObjectType, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);

const sha1 = (bytes: Uint8Array): string => createHash("sha1").update(bytes).digest("hex");

/** The content of a loose object's file. */
function unwrap(file: Buffer, oid: string): Buffer {
  const wrapped = inflateSync(file);
  if (sha1(wrapped) !== oid) throw new SyntaxError(`Cannot read object "${oid}": wrong content`);
  return wrapped.subarray(wrapped.indexOf(0) + 1);
}

/** `git gc` removes empty folders, at worst the one made an instant ago. */
async function publish(disk: Disk, draft: string, folder: string, file: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await disk.mkdir(folder);
    try {
      await disk.rename(draft, file);
      return;
    } catch (error) {
      if (!isMissing(error) || attempt === 10) throw error;
    }
  }
}

async function readPacked(gitDir: string, oid: string, { cache, fs }: Packs): Promise<Buffer> {
  const { readObject } = await import("isomorphic-git");
  const found = await readObject({ fs, gitdir: gitDir, oid, cache, format: "content" });
  if (found.format !== "content") throw new TypeError(`Cannot read object "${oid}": no content`);
  return Buffer.from(found.object);
}

function refuse(path: unknown): Promise<never> {
  return Promise.reject(new TypeError(`Cannot write "${String(path)}": the library only reads`));
}
