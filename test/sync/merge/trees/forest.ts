import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { disk, openDrafts } from "../../../../src/git/disk.ts";
import { Objects } from "../../../../src/git/objects/objects.ts";
import { emptyTree, filesOf, writeTree } from "../../../../src/git/objects/tree.ts";
import { displayPath, pathToBytes } from "../../../../src/git/path-bytes.ts";
import { mergeTrees } from "../../../../src/sync/merge/merge-trees.ts";
import { isCommittable } from "../../../../src/sync/merge/trees/path-rules.ts";
import { createRepo, type TestRepo } from "../../repo.ts";

/** Path → text; or a mode and what it is of (text, or the oid of a submodule). */
export type Files = Readonly<Record<string, string | readonly [mode: number, text: string]>>;

type TreesMerged = Awaited<ReturnType<typeof mergeTrees>>;

/** Trees in a real object store. */
export interface Forest {
  readonly repo: TestRepo;
  readonly objects: Objects;
  /** Stores files as a tree. */
  plant(files: Files): Promise<string>;
  /** What a tree holds: path → text, with the mode before it where it is no ordinary file. */
  look(tree: string): Promise<Record<string, string>>;
  mergeTrees(trees: Parameters<typeof mergeTrees>[1]): Promise<TreesMerged>;
  /** Merges, and checks that the other direction gives the same tree and the changes lead to it. */
  merge(bases: Files | readonly Files[], ours: Files, theirs: Files): Promise<Merged>;
}

interface Merged extends TreesMerged {
  readonly files: Record<string, string>;
}

export async function createForest(): Promise<Forest> {
  const repo = createRepo({ empty: true });
  const gitDir = join(repo.root, ".git");
  await openDrafts(gitDir);
  const objects = new Objects(gitDir);

  const plant = async (files: Files): Promise<string> => {
    const versions = new Map<string, { mode: number; oid: string }>();
    for (const [path, file] of Object.entries(files)) {
      const [mode, text] = typeof file === "string" ? [0o100644, file] : file;
      const bytes = Buffer.from(text, "latin1");
      const oid = mode === 0o160000 ? text : await objects.write("blob", bytes);
      versions.set(pathToBytes(path), { mode, oid });
    }
    return writeTree(objects, emptyTree, versions);
  };

  const look = async (tree: string): Promise<Record<string, string>> => {
    const found: Record<string, string> = {};
    for (const [path, { mode, oid }] of await filesOf(objects, tree)) {
      const text = mode === 0o160000 ? oid : (await objects.read(oid)).toString("latin1");
      found[displayPath(path)] = mode === 0o100644 ? text : `${mode.toString(8)} ${text}`;
    }
    return found;
  };

  return {
    repo,
    objects,
    plant,
    look,
    mergeTrees: (trees) => mergeTrees(objects, trees),
    async merge(bases, ours, theirs) {
      const list: readonly Files[] = Array.isArray(bases) ? bases : [bases];
      const trees = {
        bases: await Promise.all(list.map(plant)),
        ours: await plant(ours),
        theirs: await plant(theirs),
      };
      const merged = await mergeTrees(objects, trees);
      const swapped = { bases: trees.bases.toReversed(), ours: trees.theirs, theirs: trees.ours };
      const mirrored = await mergeTrees(objects, swapped);
      const files = await look(merged.tree);
      if (mirrored.tree !== merged.tree) {
        const other = JSON.stringify(await look(mirrored.tree), null, 1);
        throw new Error(`not symmetric: ${JSON.stringify(files, null, 1)} and ${other}`);
      }
      const versions = merged.changes.map(({ path, after }) => [pathToBytes(path), after] as const);
      const applied = await writeTree(objects, trees.ours, new Map(versions));
      if (visible(await look(applied)) !== visible(files)) {
        throw new Error("the changes do not lead to the tree");
      }
      return { ...merged, files };
    },
  };
}

/** Flushes nothing: thousands of trees of a test need not survive a power cut. */
disk.create = (path, bytes, mode) => writeFile(path, bytes, { mode, flag: "wx" });

/** What a person sees of a tree: not the bookkeeping of a device that someone committed. */
const visible = (files: Record<string, string>): string => {
  const shown = Object.entries(files).filter(([path]) => path.split("/").every(isCommittable));
  return JSON.stringify(shown.sort());
};
