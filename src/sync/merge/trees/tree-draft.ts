import { entryAt, folderMode, type Version, writeTree } from "../../../git/objects/tree.ts";
import { displayPath } from "../../../git/path-bytes.ts";
import { asidePath } from "../file/aside-path.ts";
import { damaged } from "./check-names.ts";
import { type FileMerge, mergePath, type PathMerged } from "./merge-path.ts";

/** Files that are to be set in a tree, or to go from it. */
export class TreeDraft {
  /** By path, as bytes. */
  readonly files = new Map<string, Version | undefined>();
  readonly keptBoth: string[] = [];
  private readonly merge: FileMerge;
  private readonly tree: string;

  constructor(merge: FileMerge, tree: string) {
    this.merge = merge;
    this.tree = tree;
  }

  /** Puts what became of a path there, merged with what is there already. */
  async put(path: string, { version, aside, keptBoth = [] }: Partial<PathMerged>): Promise<void> {
    this.keptBoth.push(...keptBoth);
    if (version) await this.putFile(path, version);
    if (aside?.path === path) throw damaged(path, "its name is taken twice");
    if (aside) await this.putFile(aside.path, aside.version);
  }

  private async putFile(path: string, version: Version): Promise<void> {
    if (!this.files.has(path)) {
      const there = await entryAt(this.merge.objects, this.tree, displayPath(path));
      if (there?.entry.mode === folderMode) return this.putAside(path, version);
      if (there && !this.files.has(there.path)) {
        this.files.set(there.path, there.entry);
      }
    }
    const ours = this.files.get(path);
    this.files.set(path, ours ? undefined : version);
    const change = { path, bases: [], ours, theirs: version };
    if (ours) await this.put(path, await mergePath(this.merge, change));
  }

  /** Stores the tree; a file where a folder has to be steps aside. */
  async write(): Promise<string> {
    const { files } = this;
    for (;;) {
      const stay = [...files].flatMap(([path, version]) => (version ? [{ path, version }] : []));
      const folders = new Set(stay.flatMap(({ path }) => foldersAbove(path)));
      const inTheWay = stay.filter(({ path }) => folders.has(path));
      if (inTheWay.length === 0) break;
      for (const { path, version } of inTheWay) {
        files.set(path, undefined);
        await this.putAside(path, version);
      }
    }
    return writeTree(this.merge.objects, this.tree, files);
  }

  private putAside(path: string, version: Version): Promise<void> {
    return this.put(path, { aside: { path: asidePath(path, version.oid), version } });
  }
}

const foldersAbove = (path: string): string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));
