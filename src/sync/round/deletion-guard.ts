import { extname } from "node:path";
import { LociError } from "../../errors.ts";
import type { Change } from "../../git/index-file/update-index.ts";
import { oidOf } from "../../git/object-format.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { filesOf, isPlain } from "../../git/objects/tree.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { isIgnoredPath, isMarkdown } from "../../vault/list-files.ts";

/** One file, before and after; undefined where there is none. */
interface FileChange {
  readonly path: string;
  readonly had: Buffer | undefined;
  readonly has: Buffer | undefined;
}

/** Refuses to commit that most of the vault is gone: a disk that is not mounted, a folder moved away by mistake. */
export async function checkEdits(
  objects: Objects,
  { root, tree }: { readonly root: string; readonly tree: string | undefined },
  changes: readonly FileChange[],
): Promise<void> {
  const fix =
    "bring them back: mount the disk or move the folder back, or run `git ls-files -dz | xargs -0 git checkout HEAD --` there, which restores deleted files as last committed (`git diff` shows what went from others); if they are meant to go, run `loci sync --accept-deletions`";
  if (tree !== undefined)
    await checkLosses({ objects, tree, changes }, `are gone from "${root}"`, fix);
}

/** Refuses the same from the remote: one device's mistake or push must not empty all the others. */
export async function checkIncoming(
  objects: Objects,
  tree: string,
  incoming: readonly Change[],
): Promise<void> {
  const read = async (version: Change["before"]) =>
    isPlain(version) ? objects.read(version.oid) : undefined;
  const changes: FileChange[] = [];
  for (const { path, before, after } of incoming)
    changes.push({ path, had: await read(before), has: await read(after) });
  const state = "were taken away by another device, and nothing was changed here";
  const fix =
    "if they are meant to go, run `loci sync --accept-deletions`; if not, `git log --stat --all` shows who took them: run `git revert` for that commit in another clone, and push";
  await checkLosses({ objects, tree, changes }, state, fix);
}

/** So much may go without a question. */
const fewest = 10;

/** Refuses that more than half goes, and stands nowhere else, of all that a tree holds, or of its files without memories. */
async function checkLosses(
  { objects, tree, changes }: { objects: Objects; tree: string; changes: readonly FileChange[] },
  state: string,
  fix: string,
): Promise<void> {
  const had = new Set(changes.flatMap(({ path, had }) => memoriesOf(path, had)));
  const has = new Set(changes.flatMap(({ path, has }) => memoriesOf(path, has)));
  const isGone = (memory: string): boolean => !has.has(memory);
  const gone = [...had].filter(isGone);
  const fresh = [...has].filter((memory) => !had.has(memory));
  // One that was written in other words is not lost: half of its words are in a new one.
  const words = new Set(fresh.flatMap(wordsOf));
  const reworded = gone.filter((memory) => {
    const own = wordsOf(memory);
    return own.filter((word) => words.has(word)).length * 2 >= own.length;
  });
  const files = lostFiles(changes);
  const lost = gone.length - Math.min(reworded.length, fresh.length) + files.length;
  if (lost < fewest) return;
  const held = await countAll(objects, tree, lost * 2, files.length * 2);
  const measures = [
    { lost, total: held.all, what: "memories and other files" },
    { lost: files.length, total: held.files, what: "files without memories" },
  ];
  const most = measures.find(({ lost, total }) => lost >= fewest && lost * 2 > total);
  if (most === undefined) return;
  const paths = changes
    .filter((one) => files.includes(one) || memoriesOf(one.path, one.had).some(isGone))
    .map(({ path }) => path);
  const more = paths.length > 2 ? ` and ${paths.length - 2} more` : "";
  const message = `Cannot sync the vault: ${most.lost} of its ${most.total} ${most.what} ${state} (${paths.slice(0, 2).join(", ")}${more})`;
  const data = { reason: "deletions", lost: most.lost, total: most.total, fix };
  throw new LociError("SYNC_FAILED", message, { data });
}

const isList = (line: string): boolean => /^(?:[-*+]|\d+[.)])[ \t]+\S/.test(line);

/** The lines of a file but for headings; counted and not parsed, for every file is asked. */
const linesOf = (path: string, bytes: Buffer | undefined): readonly string[] =>
  (isMarkdown(path) && !isIgnoredPath(path) && bytes?.toString("utf8").match(/^[^\s#].*$/gm)) || [];

/** The lines of a file's lists: its memories, or nearly. */
const memoriesOf = (path: string, bytes: Buffer | undefined): readonly string[] =>
  linesOf(path, bytes).filter(isList);

const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];

/** Files without memories of which nothing stands anywhere: no line of a note, nor any other file in its place or as it was. */
function lostFiles(changes: readonly FileChange[]): FileChange[] {
  const proseOf = (path: string, bytes: Buffer) =>
    linesOf(path, bytes).filter((line) => !isList(line));
  const keyOf = (path: string, bytes: Buffer): string => oidOf("blob", bytes) + extname(path);
  const stands = new Set<string>();
  for (const { path, has } of changes) {
    if (!has || isIgnoredPath(path)) continue;
    for (const one of [keyOf(path, has), ...proseOf(path, has)]) stands.add(one);
  }
  return changes.filter(({ path, had, has }) => {
    if (had === undefined || memoriesOf(path, had).length > 0) return false;
    const prose = proseOf(path, had);
    const isKept = prose.length === 0 ? has?.length : prose.some((line) => stands.has(line));
    return !isKept && !stands.has(keyOf(path, had));
  });
}

/** How many memories and files a tree holds, and how many files without any; stops where it is enough. */
async function countAll(objects: Objects, tree: string, most: number, mostFiles: number) {
  const found = new Set<string>();
  let files = 0;
  for (const [bytes, version] of await filesOf(objects, tree)) {
    if (found.size >= most && files >= mostFiles) break;
    const path = displayPath(bytes);
    const isRead = isPlain(version) && isMarkdown(path);
    const memories = memoriesOf(path, isRead ? await objects.read(version.oid) : undefined);
    if (memories.length === 0) files++;
    for (const one of memories.length > 0 ? memories : [bytes]) found.add(one);
  }
  return { all: found.size, files };
}
