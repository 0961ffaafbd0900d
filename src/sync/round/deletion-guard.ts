import { extname } from "node:path";
import { LociError } from "../../errors.ts";
import type { Change } from "../../git/index-file/update-index.ts";
import { oidOf } from "../../git/object-format.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { emptyBlob, filesOf, isPlain, type Version } from "../../git/objects/tree.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { isIgnoredPath, isMarkdown } from "../../vault/list-files.ts";

/** What one version of a file holds. */
interface Content {
  readonly oid: string;
  /** The lines of its lists: its memories, or nearly. */
  readonly entries: readonly string[];
  /** Its other lines. */
  readonly prose: readonly string[];
}

/** One file, before and after; undefined where there is none. */
export interface FileChange {
  readonly path: string;
  readonly before: Content | undefined;
  readonly after: Content | undefined;
}

/** What a file holds, counted and not parsed: every file that changed is asked. */
export function contentOf(path: string, bytes: Buffer): Content {
  const isRead = isMarkdown(path) && !isIgnoredPath(path);
  const text = isRead ? bytes.toString("utf8") : "";
  const lines = text.match(/^[^\s#].*$/gm) ?? [];
  const { entries = [], prose = [] } = Object.groupBy(lines, (line) =>
    /^(?:[-*+]|\d+[.)])[ \t]+\S/.test(line) ? "entries" : "prose",
  );
  return { oid: oidOf("blob", bytes), entries, prose };
}

async function contentAt(
  objects: Objects,
  path: string,
  version: Version | undefined,
): Promise<Content | undefined> {
  if (!isPlain(version)) return undefined;
  const { oid } = version;
  return isMarkdown(path)
    ? contentOf(path, await objects.read(oid))
    : { oid, entries: [], prose: [] };
}

/** Refuses to commit that most of the vault is gone: a disk that is not mounted, a folder moved away by mistake. */
export async function checkEdits(
  objects: Objects,
  { root, tree }: { readonly root: string; readonly tree: string | undefined },
  changes: readonly FileChange[],
): Promise<void> {
  const losses = tree === undefined ? undefined : await findLosses(objects, tree, changes);
  if (losses === undefined) return;
  const fix =
    "bring them back: mount the disk or move the folder back, or run `git ls-files -dz | xargs -0 git checkout HEAD --` there, which restores deleted files as last committed (`git diff` shows what went from others); if they are meant to go, run `loci sync --accept-deletions`";
  throw tooMany(losses, `are gone from "${root}"`, fix);
}

/** Refuses the same from the remote: one device's mistake or push must not empty all the others. */
export async function checkIncoming(
  objects: Objects,
  tree: string,
  incoming: readonly Change[],
): Promise<void> {
  const changes: FileChange[] = [];
  for (const { path, before, after } of incoming) {
    const [old, now] = [before, after].map((version) => contentAt(objects, path, version));
    changes.push({ path, before: await old, after: await now });
  }
  const losses = await findLosses(objects, tree, changes);
  if (losses === undefined) return;
  const fix =
    "if they are meant to go, run `loci sync --accept-deletions`; if not, `git log --stat --all` shows who took them: run `git revert` for that commit in another clone, and push";
  throw tooMany(losses, "were taken away by another device, and nothing was changed here", fix);
}

function tooMany({ lost, total, what, paths }: Losses, state: string, fix: string): LociError {
  const more = paths.length > 2 ? ` and ${paths.length - 2} more` : "";
  const message = `Cannot sync the vault: ${lost} of its ${total} ${what} ${state} (${paths.slice(0, 2).join(", ")}${more})`;
  return new LociError("SYNC_FAILED", message, {
    data: { reason: "deletions", lost, total, fix },
  });
}

interface Losses {
  readonly what: "files" | "memories";
  readonly lost: number;
  readonly total: number;
  /** The files that are gone, or that memories went from. */
  readonly paths: readonly string[];
}

/** So few files or memories may go without a question. */
const fewest = 10;

/** More than half of a tree's files or memories, where so many go and stand under no other path. */
async function findLosses(
  objects: Objects,
  tree: string,
  changes: readonly FileChange[],
): Promise<Losses | undefined> {
  const files = lostFiles(changes);
  if (files.length >= fewest) {
    const total = (await filesOf(objects, tree)).size;
    if (files.length * 2 > total) return { what: "files", lost: files.length, total, paths: files };
  }
  const had = new Set(changes.flatMap(({ before }) => before?.entries ?? []));
  const has = new Set(changes.flatMap(({ after }) => after?.entries ?? []));
  const isGone = (entry: string): boolean => !has.has(entry);
  const gone = [...had].filter(isGone);
  const fresh = [...has].filter((entry) => !had.has(entry));
  // One that was written in other words is not lost: half of its words are in a new one.
  const words = new Set(fresh.flatMap(wordsOf));
  const reworded = gone.filter((entry) => {
    const own = wordsOf(entry);
    return own.filter((word) => words.has(word)).length * 2 >= own.length;
  });
  const lost = gone.length - Math.min(reworded.length, fresh.length);
  if (lost < fewest) return undefined;
  const total = await countEntries(objects, tree, lost * 2);
  const paths = changes.filter(({ before }) => before?.entries.some(isGone));
  return lost * 2 > total
    ? { what: "memories", lost, total, paths: paths.map(({ path }) => path) }
    : undefined;
}

const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];

/** Those that are gone or empty, renamed to what Loci does not read, or notes of which no line stands any more. */
function lostFiles(changes: readonly FileChange[]): string[] {
  const seen = changes.filter(({ path, after }) => after !== undefined && !isIgnoredPath(path));
  const come = new Set(seen.map(({ path, after }) => `${after?.oid}${extname(path)}`));
  const lines = new Set(seen.flatMap(({ after }) => after?.prose ?? []));
  const isReplaced = (before: Content | undefined): boolean =>
    before?.entries.length === 0 &&
    before.prose.length > 0 &&
    !before.prose.some((line) => lines.has(line));
  return changes
    .filter(
      ({ before, after }) => after === undefined || after.oid === emptyBlob || isReplaced(before),
    )
    .filter(({ path, before }) => before && !come.has(before.oid + extname(path)))
    .map(({ path }) => path);
}

/** How many memories a tree holds; stops where it is enough. */
async function countEntries(objects: Objects, tree: string, enough: number): Promise<number> {
  const entries = new Set<string>();
  for (const [bytes, version] of await filesOf(objects, tree)) {
    if (entries.size >= enough) break;
    const content = await contentAt(objects, displayPath(bytes), version);
    for (const one of content?.entries ?? []) entries.add(one);
  }
  return entries.size;
}
