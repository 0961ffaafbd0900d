import type { Objects } from "../../git/objects/objects.ts";
import { versionAt } from "../../git/objects/tree-files.ts";
import type { ForgottenEntry } from "../../vault/forget-in-log.ts";
import { forgottenPath } from "../merge/file/removals.ts";
import { linesSaying, type Purged } from "./find-lines.ts";
import { addHashes, createSeen, filesIn, memoriesOf, type Seen } from "./mark-lines.ts";
import { hashesOf, type PurgeMarks, readPurgeMarks, textHash } from "./purge-marks.ts";

interface Versions {
  readonly files: readonly { readonly path: string; readonly oid: string }[];
  /** The memories in them whose texts are marked. */
  readonly marked: readonly ForgottenEntry[];
}

/**
 * What commits that do not know of marks say of memories whose texts are marked: a device that was away may have spelt them
 * otherwise, moved or copied them. Hashes that are no marks yet.
 */
export async function findVariants(
  objects: Objects,
  commits: readonly string[],
  marks: PurgeMarks,
): Promise<readonly string[]> {
  const seenBy = new Map<string, Seen>();
  const versions: Versions[] = [];
  for (const commit of commits) {
    const { tree } = await objects.readCommit(commit);
    const known = await marksOf(objects, tree);
    const unknown = [...marks].filter((mark) => !known.has(mark));
    const seen = seenBy.get(unknown.join()) ?? createSeen();
    seenBy.set(unknown.join(), seen);
    if (unknown.length > 0) versions.push(await lookAt(objects, tree, { unknown, seen }));
  }
  const entries = versions.flatMap(({ marked }) => marked);
  if (entries.length === 0) return [];
  const purged: Purged = { entries, said: [] };
  const found = new Set<string>();
  for (const { path, oid } of versions.flatMap(({ files }) => files)) {
    addHashes(found, linesSaying(path, await objects.read(oid), purged));
  }
  const marked = hashesOf(marks);
  return [...found].filter((hash) => !marked.has(hash)).sort();
}

async function lookAt(
  objects: Objects,
  tree: string,
  { unknown, seen }: { readonly unknown: readonly string[]; readonly seen: Seen },
): Promise<Versions> {
  const hashes = hashesOf(unknown);
  const files: Versions["files"][number][] = [];
  const marked: ForgottenEntry[] = [];
  for await (const { path, oid, bytes } of filesIn(objects, tree, seen)) {
    files.push({ path, oid });
    marked.push(...memoriesOf(path, bytes).filter(({ text }) => hashes.has(textHash(text))));
  }
  return { files, marked };
}

/** What the tree of a commit marks. */
export async function marksOf(objects: Objects, tree: string): Promise<PurgeMarks> {
  const file = await versionAt(objects, tree, forgottenPath);
  return readPurgeMarks(file && (await objects.read(file.oid)));
}
