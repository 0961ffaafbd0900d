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

/** Refuses that more than half of a tree's memories, and files without any, go and stand nowhere else. */
async function checkLosses(
  { objects, tree, changes }: { objects: Objects; tree: string; changes: readonly FileChange[] },
  state: string,
  fix: string,
): Promise<void> {
  const had = new Set(changes.flatMap(({ path, had }) => linesOf(path, had).entries));
  const has = new Set(changes.flatMap(({ path, has }) => linesOf(path, has).entries));
  const isGone = (entry: string): boolean => !has.has(entry);
  const gone = [...had].filter(isGone);
  const fresh = [...has].filter((entry) => !had.has(entry));
  // One that was written in other words is not lost: half of its words are in a new one.
  const words = new Set(fresh.flatMap(wordsOf));
  const reworded = gone.filter((entry) => {
    const own = wordsOf(entry);
    return own.filter((word) => words.has(word)).length * 2 >= own.length;
  });
  const files = lostFiles(changes);
  const lost = gone.length - Math.min(reworded.length, fresh.length) + files.length;
  if (lost < fewest) return;
  const total = await countAll(objects, tree, lost * 2);
  if (lost * 2 <= total) return;
  const paths = changes
    .filter((one) => files.includes(one) || linesOf(one.path, one.had).entries.some(isGone))
    .map(({ path }) => path);
  const more = paths.length > 2 ? ` and ${paths.length - 2} more` : "";
  const message = `Cannot sync the vault: ${lost} of its ${total} memories and other files ${state} (${paths.slice(0, 2).join(", ")}${more})`;
  throw new LociError("SYNC_FAILED", message, {
    data: { reason: "deletions", lost, total, fix },
  });
}

/** The lines of a file's lists, its memories or nearly, and its others; counted and not parsed: each file is asked. */
function linesOf(path: string, bytes: Buffer | undefined) {
  const isRead = isMarkdown(path) && !isIgnoredPath(path);
  const lines = (isRead && bytes?.toString("utf8").match(/^[^\s#].*$/gm)) || [];
  const { entries = [], prose = [] } = Object.groupBy(lines, (line) =>
    /^(?:[-*+]|\d+[.)])[ \t]+\S/.test(line) ? "entries" : "prose",
  );
  return { entries, prose };
}

const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];

/** Files without memories that are gone, empty or renamed to what Loci does not read, and notes of which no line stands. */
function lostFiles(changes: readonly FileChange[]): FileChange[] {
  const keyOf = (path: string, bytes: Buffer): string => oidOf("blob", bytes) + extname(path);
  const seen = changes.filter(({ path }) => !isIgnoredPath(path));
  const come = new Set(seen.flatMap(({ path, has }) => (has ? keyOf(path, has) : [])));
  const lines = new Set(seen.flatMap(({ path, has }) => linesOf(path, has).prose));
  return changes.filter(({ path, had, has }) => {
    const { entries, prose } = linesOf(path, had);
    if (had === undefined || entries.length > 0) return false;
    const isReplaced = prose.length > 0 && !prose.some((line) => lines.has(line));
    return (!has?.length || isReplaced) && !come.has(keyOf(path, had));
  });
}

/** How many memories and other files a tree holds; stops where it is enough. */
async function countAll(objects: Objects, tree: string, enough: number): Promise<number> {
  const found = new Set<string>();
  for (const [bytes, version] of await filesOf(objects, tree)) {
    if (found.size >= enough) break;
    const path = displayPath(bytes);
    const isRead = isPlain(version) && isMarkdown(path);
    const { entries } = linesOf(path, isRead ? await objects.read(version.oid) : undefined);
    for (const one of entries.length > 0 ? entries : [bytes]) found.add(one);
  }
  return found.size;
}
