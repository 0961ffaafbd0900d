import { extname } from "node:path";
import { LociError } from "../../errors.ts";
import type { Change } from "../../git/index-file/index-file.ts";
import { oidOf } from "../../git/object-format.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { filesOf, isPlain } from "../../git/objects/tree.ts";
import { displayPath } from "../../git/path-bytes.ts";
import { isIgnoredPath, isMarkdown, maxFileBytes } from "../../vault/list-files.ts";

/** A disk that is not mounted, or a folder moved away by mistake. */
export const lostHere = (root: string) => ({
  state: `are gone from "${root}"`,
  fix: "bring them back: mount the disk or move the folder back, or run `git ls-files -dz | xargs -0 git checkout HEAD --` there, which restores deleted files as last committed (`git diff` shows what went from others); if they are meant to go, run `loci sync --accept-deletions`",
});

/** One device's mistake or push must not empty all the others. */
export const lostThere = {
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
  { state, fix }: typeof lostThere,
): Promise<void> {
  const stands = new Set<string>();
  const had: Thing[] = [];
  for (const { path, before, after } of changed) {
    for (const mark of (await readVersion(objects, path, after)).marks)
      stands.add(mark).add(archive + mark);
    had.push(...(await readVersion(objects, path, before)).things);
  }
  const gone = had.filter(({ marks }) => !marks.some((mark) => stands.has(mark)));
  for (const what of ["memories", "files without memories"]) {
    const isOne = (thing: Thing): boolean => thing.what === what;
    const lost = countThings(gone.filter(isOne));
    if (lost < fewest) continue;
    const all: Thing[] = [];
    for (const [path, version] of await filesOf(objects, tree))
      all.push(...(await readVersion(objects, displayPath(path), version)).things.filter(isOne));
    const total = countThings(all);
    if (lost * 2 <= total) continue;
    const paths = [...new Set(gone.map(({ path }) => path))];
    const rest = paths.length > 2 ? ` and ${paths.length - 2} more` : "";
    const message = `Cannot sync the vault: ${lost} of its ${total} ${what} ${state} (${paths.slice(0, 2).join(", ")}${rest})`;
    throw new LociError("SYNC_FAILED", message, {
      data: { reason: "deletions", lost, total, fix },
    });
  }
}

const archive = "archive/";

/** What the vault would miss: a memory, or a file without any. It stands where one of its marks does. */
type Thing = Awaited<ReturnType<typeof readVersion>>["things"][number];

const countThings = (things: readonly Thing[]): number =>
  new Set(things.map(({ key }) => key)).size;

/**
 * What a version of a file holds, and all marks that it leaves; its bytes are not kept, for a push may bring a lot of
 * them. Of a note the lines of its lists are memories, or nearly, and the others but for headings its prose; any other
 * file is known by its place, and elsewhere by its content.
 */
async function readVersion(objects: Objects, path: string, version: Change["before"]) {
  const isNote = isPlain(version) && isMarkdown(path) && !isIgnoredPath(path);
  const bytes = isNote ? await objects.readOrEmpty(version.oid) : Buffer.alloc(0);
  const text = bytes.length <= maxFileBytes ? bytes.toString("utf8") : "";
  const { list = [], prose = [] } = Object.groupBy(text.match(/^[^\s#].*$/gm) ?? [], (line) =>
    /^(?:[-*+]|\d+[.)])[ \t]+\S/.test(line) ? "list" : "prose",
  );
  const memories = list.map((line) => (path.startsWith(archive) ? archive : "") + line);
  const content = isIgnoredPath(path) ? [] : [version?.oid + extname(path)];
  const own = isPlain(version) && version.oid !== emptyBlob ? [path, ...content] : [];
  const marks = [...memories, ...prose, ...own];
  const things = memories.map((key) => ({ what: "memories", path, key, marks: [key] }));
  const known = prose.length > 0 ? prose : own;
  if (things.length === 0 && known.length > 0)
    things.push({ what: "files without memories", path, key: path, marks: known });
  return { marks, things };
}

const emptyBlob = oidOf("blob", new Uint8Array());
