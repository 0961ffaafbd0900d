import type { ObjectType, StoredObject } from "../object-format.ts";
import { parseCommit } from "../objects/commit.ts";
import { folderMode, parseTree, submoduleMode } from "../objects/tree.ts";

/** What an object needs beside itself. */
export interface Link {
  readonly oid: string;
  readonly type: "commit" | "tree" | "blob";
}

/** The commits, trees and blobs that an object names; throws a SyntaxError on what no git would have written. */
export function linksOf(type: ObjectType, oid: string, content: Buffer): readonly Link[] {
  if (type === "tree") return treeLinks(content);
  if (type !== "commit") return [];
  const { tree, parents } = parseCommit(oid, content);
  return [{ oid: tree, type: "tree" }, ...parents.map((oid): Link => ({ oid, type: "commit" }))];
}

/** Gathers what many objects name, each of one type only; the parents of commits where history is cut off are left out. */
export function gatherLinks(shallow: ReadonlySet<string>): {
  readonly found: ReadonlyMap<string, Link["type"]>;
  add(oid: string, object: StoredObject): void;
} {
  const found = new Map<string, Link["type"]>();
  return {
    found,
    add(oid, { type, content }) {
      for (const link of linksOf(type, oid, content)) {
        if (link.type === "commit" && shallow.has(oid)) continue;
        const before = found.get(link.oid);
        if (before === undefined) found.set(link.oid, link.type);
        else if (before !== link.type) throw new SyntaxError(`object ${link.oid} is of two types`);
      }
    },
  };
}

function treeLinks(content: Buffer): Link[] {
  const links: Link[] = [];
  for (const { mode, name, oid } of parseTree(content)) {
    if (isDangerous(name)) {
      throw new SyntaxError(`a folder holds the name ${JSON.stringify(name)}, which no git allows`);
    }
    if (mode === submoduleMode) continue;
    links.push({ oid, type: mode === folderMode || mode === "040000" ? "tree" : "blob" });
  }
  return links;
}

/** Names that would leave the vault or enter its git folder, on whatever file system; as `git fsck` has them. */
function isDangerous(name: string): boolean {
  if (name === "" || name === "." || name === ".." || name.includes("/")) return true;
  // cheap test first: nearly all names end here
  if (!/git/i.test(name) && !/[\x80-\xff]/.test(name)) return false;
  const [stem = ""] = Buffer.from(name, "latin1")
    .toString("utf8")
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "") // HFS+ ignores these
    .split(":", 1); // NTFS has streams
  const plain = stem.slice(0, endOf(stem)).toLowerCase();
  return plain === ".git" || plain === "git~1";
}

/** Where a name ends for NTFS, which ignores blanks and dots there. A loop: a pattern would take n² steps. */
function endOf(name: string): number {
  let end = name.length;
  while (name[end - 1] === " " || name[end - 1] === ".") end--;
  return end;
}
