import type { Disk } from "../disk.ts";
import { readShallow } from "../refs/refs.ts";
import { type Commit, parseCommit } from "./commit.ts";
import { openWriter } from "./object-writer.ts";
import { openStored, type StoredObjects } from "./stored-objects.ts";
import { emptyTree, parseTree, type TreeEntry } from "./tree.ts";

type ObjectType = "blob" | "tree" | "commit" | "tag";

/** The object store of one repository, while it is open. */
export interface Objects extends StoredObjects {
  /** The names in a tree; each tree is read once. */
  readTree(oid: string): Promise<readonly TreeEntry[]>;
  /** What a commit names; those that were read last are kept. */
  readCommit(oid: string): Promise<Commit>;
  /** The commits at which a shallow clone's history was cut off; reread each time, a fetch changes it. */
  readShallow(): Promise<ReadonlySet<string>>;
  /**
   * Takes an object, to be stored by `flush` at the latest, and returns its name. One of that name is stored again: it may
   * be damaged, which git never fixes by itself, or so old that `git gc` is about to prune it.
   */
  write(type: ObjectType, content: Uint8Array): Promise<string>;
  /** Stores what was written, for everybody to see and to survive a power cut; to be called before a ref names it. */
  flush(): Promise<void>;
}

/** For reading only, usually each object once: nothing is cached but what the packs cache. */
export type ObjectReader = Pick<Objects, "read">;

/** So many take some megabytes. */
const maxCommits = 20_000;

/** Opens the object store; `stored`: how it is read, where not simply from here. */
export function openObjects(
  gitDir: string,
  disk: Disk,
  stored: StoredObjects = openStored(gitDir),
): Objects {
  const writer = openWriter(gitDir, disk);
  const treesByOid = new Map<string, readonly TreeEntry[]>();
  const commitsByOid = new Map<string, Commit>();
  const read = async (oid: string): Promise<Buffer> =>
    writer.find(oid)?.content ?? stored.read(oid);

  return {
    read,
    has: async (oid) => writer.find(oid) !== undefined || stored.has(oid),
    close: stored.close,

    async readTree(oid) {
      const known = oid === emptyTree ? [] : treesByOid.get(oid);
      const tree = known ?? parseTree(await read(oid));
      treesByOid.set(oid, tree);
      return tree;
    },

    async readCommit(oid) {
      const known = commitsByOid.get(oid);
      if (known !== undefined) return known;
      const commit = parseCommit(oid, await read(oid));
      commitsByOid.set(oid, commit);
      for (const oldest of commitsByOid.keys()) {
        if (commitsByOid.size <= maxCommits) break;
        commitsByOid.delete(oldest);
      }
      return commit;
    },

    readShallow: () => readShallow(gitDir),

    write: (type, content) => writer.write({ type, content: toBuffer(content) }),
    flush: writer.flush,
  };
}

const toBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
