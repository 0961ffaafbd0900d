import { extname } from "node:path";
import { LociError } from "../../errors.ts";
import type { Change } from "../../git/index-file/index-file.ts";
import { oidOf } from "../../git/object-format.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { filesOf, isPlain } from "../../git/objects/tree.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { isIgnoredPath, isMarkdown, maxFileBytes } from "../../vault/list-files.ts";

/** What counts of one version of a file; its bytes are not kept, for a push may bring a lot of them. */
interface Version {
  /** The lines of its lists: its memories, or nearly. */
  readonly memories: readonly string[];
  /** The other lines of a note but for headings. */
  readonly prose: readonly string[];
  /** What stands for any other file: that there is one in its place, and its content elsewhere. */
  readonly own: readonly string[];
}

/** What is said of what is gone, and what to do about it. */
interface Loss {
  readonly state: string;
  readonly fix: string;
}

/** A disk that is not mounted, or a folder moved away by mistake. */
export const lostHere = (root: string): Loss => ({
  state: `are gone from "${root}"`,
  fix: "bring them back: mount the disk or move the folder back, or run `git ls-files -dz | xargs -0 git checkout HEAD --` there, which restores deleted files as last committed (`git diff` shows what went from others); if they are meant to go, run `loci sync --accept-deletions`",
});

/** One device's mistake or push must not empty all the others. */
export const lostThere: Loss = {
  state: "were taken away by another device, and nothing was changed here",
  fix: "if they are meant to go, run `loci sync --accept-deletions`; if not, `git log --stat --all` shows who took them: run `git revert` for that commit in another clone, and push",
};

/** So much may go without a question. */
const fewest = 10;

/**
 * Throws where more than half of a tree's memories, or of its files without any, would be gone and stand nowhere else;
 * for what is recalled, the archive is nowhere.
 */
export async function checkLosses(
  objects: Objects,
  tree: string,
  changed: readonly Change[],
  { state, fix }: Loss,
): Promise<void> {
  const changes: { path: string; had: Version | undefined; has: Version | undefined }[] = [];
  for (const { path, before, after } of changed) {
    const had = await readVersion(objects, path, before);
    changes.push({ path, had, has: await readVersion(objects, path, after) });
  }
  const has = new Set(changes.flatMap(({ has }) => has?.memories ?? []));
  const recalled = new Set(
    changes.flatMap((one) => (isArchived(one) ? [] : one.has?.memories) ?? []),
  );
  const stands = new Set(changes.flatMap(({ has }) => (has ? [...has.own, ...has.prose] : [])));
  const goneFrom = (one: (typeof changes)[number]): readonly string[] => {
    const stay = isArchived(one) ? has : recalled;
    return one.had?.memories.filter((memory) => !stay.has(memory)) ?? [];
  };
  const lost = new Set(changes.flatMap(goneFrom)).size;
  const files = changes.filter(({ had }) => {
    if (had === undefined || had.memories.length > 0) return false;
    return !(had.prose.length > 0 ? had.prose : had.own).some((mark) => stands.has(mark));
  });
  const all = lost + files.length;
  if (all < fewest) return;
  const held = await countAll(objects, tree, lost * 2, files.length * 2);
  const measures = [
    { lost, total: held.memories, what: "memories" },
    { lost: files.length, total: held.files, what: "files without memories" },
  ];
  const most = measures.find(({ lost, total }) => lost >= fewest && lost * 2 > total);
  if (most === undefined) return;
  const paths = changes
    .filter((one) => files.includes(one) || goneFrom(one).length > 0)
    .map(({ path }) => path);
  const more = paths.length > 2 ? ` and ${paths.length - 2} more` : "";
  const message = `Cannot sync the vault: ${most.lost} of its ${most.total} ${most.what} ${state} (${paths.slice(0, 2).join(", ")}${more})`;
  const data = { reason: "deletions", lost: most.lost, total: most.total, fix };
  throw new LociError("SYNC_FAILED", message, { data });
}

/** What is archived answers nothing any more. */
const isArchived = ({ path }: { readonly path: string }): boolean => path.startsWith("archive/");

const isList = (line: string): boolean => /^(?:[-*+]|\d+[.)])[ \t]+\S/.test(line);

/** Notes are read, as far as Loci indexes them; their lines are counted and not parsed, for every file is asked. */
const isNote = (path: string): boolean => isMarkdown(path) && !isIgnoredPath(path);

async function readVersion(
  objects: Objects,
  path: string,
  version: Change["before"],
): Promise<Version | undefined> {
  if (!isPlain(version)) return undefined;
  const { oid } = version;
  const bytes = isNote(path) ? await objects.readOrEmpty(oid) : undefined;
  const isRead = bytes && bytes.length <= maxFileBytes;
  const lines: readonly string[] = (isRead && bytes.toString("utf8").match(/^[^\s#].*$/gm)) || [];
  const own = isIgnoredPath(path) ? [path] : [path, oid + extname(path)];
  return {
    memories: lines.filter(isList),
    prose: lines.filter((line) => !isList(line)),
    own: oid === emptyBlob ? [] : own,
  };
}

const emptyBlob = oidOf("blob", new Uint8Array());

/** How many memories a tree holds, and how many files without any; stops where it is enough. */
async function countAll(objects: Objects, tree: string, most: number, mostFiles: number) {
  const found = new Set<string>();
  let files = 0;
  for (const [bytes, version] of await filesOf(objects, tree)) {
    if (found.size >= most && files >= mostFiles) break;
    const { memories = [] } = (await readVersion(objects, displayPath(bytes), version)) ?? {};
    if (memories.length === 0) files++;
    for (const memory of memories) found.add(memory);
  }
  return { memories: found.size, files };
}
