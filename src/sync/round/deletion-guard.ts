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
  const changes: { path: string; isArchived: boolean; had: Version; has: Version }[] = [];
  for (const { path, before, after } of changed) {
    const had = await readVersion(objects, path, before);
    const has = await readVersion(objects, path, after);
    changes.push({ path, isArchived: path.startsWith("archive/"), had, has });
  }
  const all = changes.map(({ has }) => has);
  const archive = new Set(all.flatMap(({ memories }) => memories));
  const others = changes.filter(({ isArchived }) => !isArchived);
  const recalled = new Set(others.flatMap(({ has }) => has.memories));
  const stands = new Set(all.flatMap(({ own, prose }) => [...own, ...prose]));
  const losses = changes.map(({ path, isArchived, had: { memories, prose, own } }) => {
    const gone = memories.filter((one) => !(isArchived ? archive : recalled).has(one));
    const marks = prose.length > 0 ? prose : own;
    const isHere =
      memories.length > 0 || marks.length === 0 || marks.some((one) => stands.has(one));
    return { path, gone, isFile: !isHere };
  });
  const lost = new Set(losses.flatMap(({ gone }) => gone)).size;
  const files = losses.filter(({ isFile }) => isFile).length;
  if (Math.max(lost, files) < fewest) return;
  const held = await countAll(objects, tree);
  const measures = [
    { lost, total: held.memories, what: "memories" },
    { lost: files, total: held.files, what: "files without memories" },
  ];
  const most = measures.find(({ lost, total }) => lost >= fewest && lost * 2 > total);
  if (most === undefined) return;
  const where = losses.filter(({ gone, isFile }) => isFile || gone.length > 0);
  const paths = where.map(({ path }) => path);
  const more = paths.length > 2 ? ` and ${paths.length - 2} more` : "";
  const message = `Cannot sync the vault: ${most.lost} of its ${most.total} ${most.what} ${state} (${paths.slice(0, 2).join(", ")}${more})`;
  const data = { reason: "deletions", lost: most.lost, total: most.total, fix };
  throw new LociError("SYNC_FAILED", message, { data });
}

/** Notes are read, as far as Loci indexes them; their lines are counted and not parsed, for every file is asked. */
async function readVersion(
  objects: Objects,
  path: string,
  version: Change["before"],
): Promise<Version> {
  if (!isPlain(version)) return { memories: [], prose: [], own: [] };
  const { oid } = version;
  const isNote = isMarkdown(path) && !isIgnoredPath(path);
  const bytes = isNote ? await objects.readOrEmpty(oid) : Buffer.alloc(0);
  const text = bytes.length <= maxFileBytes ? bytes.toString("utf8") : "";
  const lines: readonly string[] = text.match(/^[^\s#].*$/gm) ?? [];
  const own = isIgnoredPath(path) ? [path] : [path, oid + extname(path)];
  return {
    memories: lines.filter(isList),
    prose: lines.filter((line) => !isList(line)),
    own: oid === emptyBlob ? [] : own,
  };
}

const isList = (line: string): boolean => /^(?:[-*+]|\d+[.)])[ \t]+\S/.test(line);

const emptyBlob = oidOf("blob", new Uint8Array());

/** How many memories a tree holds, and how many files without any. */
async function countAll(objects: Objects, tree: string) {
  const found = new Set<string>();
  let files = 0;
  for (const [bytes, version] of await filesOf(objects, tree)) {
    const { memories } = await readVersion(objects, displayPath(bytes), version);
    if (memories.length === 0) files++;
    for (const memory of memories) found.add(memory);
  }
  return { memories: found.size, files };
}
