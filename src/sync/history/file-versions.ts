import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { messageOf } from "../../errors.ts";
import type { Change as GitChange } from "../../git/index-file/index-file.ts";
import { isPlain, versionAt } from "../../git/objects/tree.ts";
import { isMarkdown } from "../../vault/list-files.ts";
import { listChanges } from "../merge/merge-trees.ts";
import { type CommitFacts, type History, readCommit } from "./open-history.ts";

/** A commit that changed a file. */
export interface FileVersion {
  readonly commit: CommitFacts;
  /** What the file was called then, and before, where this commit gave it another name or split it off. */
  readonly path: string;
  readonly from?: string;
  /** The names of its contents; undefined where it is new, or was removed. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** `from`: the commit to begin with. */
type Search = Readonly<Record<"from" | "path", string>>;

/** Each is read from the disk, where no git program has them at hand. */
const maxWalked = 500;

/**
 * The commits that changed a file, but for merges, which only bring together what others did. Goes on with the file
 * that this one was before it was renamed or split off. Never throws for what is missing or damaged behind the first
 * commit: the list ends there. Returns also a sentence for each reason why there may be more, and `newest`: the name of
 * the file's content in the first commit, if it is there.
 */
export async function fileVersions(history: History, search: Search) {
  const { objects } = history;
  const versions: FileVersion[] = [];
  const notes: string[] = [];
  const { tree } = await objects.readCommit(search.from);
  const newest = (await versionAt(objects, tree, search.path))?.oid;
  for (let { from, path } = search; ; ) {
    const now = { from, path };
    const changes = (await logByGit(history, now)) ?? (await walkBack(history, now, notes));
    for (const { oid, before, after } of changes)
      versions.push({ commit: await readCommit(objects, oid), path, before, after });
    const first = versions.at(-1);
    const note = (error: unknown): void => void notes.push(unreadable(first?.commit.oid, error));
    const source = first && (await findSource(history, first).catch(note));
    if (!first || !source?.before) break;
    versions.splice(-1, 1, { ...first, from: source.path, before: source.before.oid });
    path = source.path;
    from = first.commit.parents[0] ?? "";
  }
  return { versions, notes: [...new Set(notes)], newest };
}

type Change = Pick<FileVersion, "before" | "after"> & { readonly oid: string };

/** Undefined where there is no git program, or where it fails: the walk says what is wrong. */
async function logByGit(history: History, { from, path }: Search) {
  const shown = ["-z", "--raw", "--no-abbrev", "--no-renames", "--format=%H"];
  const args = ["--literal-pathspecs", "log", "--no-merges", "--full-history", "--date-order"];
  const all = [...args, ...shown, from, "--", path];
  // No process can be started, or no folder be made.
  const log = await (await history.git())?.(history.gitDir, all).catch(() => undefined);
  if (log?.code !== 0) return undefined;
  const changes = log.stdout.toString("latin1").matchAll(rawChange);
  return Array.from(changes, ([, oid = "", before, after]): Change => ({ oid, before, after }));
}

/** `:mode mode oid oid status`, after the name of each commit; zeros stand for no file. */
const rawChange =
  /(?<=^|\0)([0-9a-f]{40})\0[\n\0]:\d{6} \d{6} (?:0{40}|(\w{40})) (?:0{40}|(\w{40})) /g;

async function walkBack({ objects }: History, { from, path }: Search, notes: string[]) {
  const blobIn = async (tree?: string) => (await versionAt(objects, tree, path))?.oid;
  const changes: Change[] = [];
  const seen = new Set([from]);
  /** The newest one last. */
  const queue = [await objects.readCommit(from)];
  let left = maxWalked;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    await yieldToEventLoop();
    if (left-- === 0) {
      notes.push(
        `only the newest ${maxWalked} commits are looked at: there is no git program here`,
      );
      break;
    }
    const { oid, parents } = next;
    const after = await blobIn(next.tree);
    let before: string | undefined;
    try {
      const past = await Promise.all(parents.map((parent) => objects.readCommit(parent)));
      before = await blobIn(past[0]?.tree);
      for (const commit of past.filter((one) => !seen.has(one.oid))) {
        seen.add(commit.oid);
        const at = queue.findIndex(({ time }) => time >= commit.time);
        queue.splice(at < 0 ? queue.length : at, 0, commit);
      }
    } catch (error) {
      notes.push(unreadable(oid, error));
      queue.length = 0; // The past ends here.
    }
    if (parents.length < 2 && before !== after) changes.push({ oid, before, after });
  }
  return changes;
}

const unreadable = (oid = "", error: unknown): string =>
  `what was before commit ${oid.slice(0, 8)} cannot be read: ${messageOf(error)}`;

/** A commit that changed more files is no renaming by hand, and would take long to look through. */
const maxChanged = 200;

/**
 * The file that one was before the commit that made it: one that is gone and had the same content, else the one that
 * lost most of the entries that the new one begins with. That covers topics that were renamed, and those that were
 * split. Throws where something is missing or damaged.
 */
async function findSource({ objects }: History, { commit, path, before, after }: FileVersion) {
  const [parent] = commit.parents;
  if (parent === undefined || before !== undefined || !isMarkdown(path)) return undefined;
  const { tree } = await objects.readCommit(parent);
  const changed = await listChanges(objects, tree, commit.tree);
  const lost = changed.filter((file) => isPlain(file.before) && isMarkdown(file.path));
  const renamed = lost.find((file) => file.before?.oid === after && file.after === undefined);
  if (renamed !== undefined || lost.length > maxChanged) return renamed;
  const entriesOf = async (blob: string | undefined): Promise<readonly string[]> =>
    (blob && (await objects.readOrEmpty(blob)).toString("utf8").match(entryLine)) || [];
  const begun = new Set(await entriesOf(after));
  let [source, most] = [undefined as GitChange | undefined, begun.size / 2];
  for (const file of lost) {
    const left = new Set(await entriesOf(file.after?.oid));
    const gone = new Set(await entriesOf(file.before?.oid)).difference(left);
    const taken = begun.intersection(gone).size;
    if (taken > 0 && taken >= most) [source, most] = [file, taken];
  }
  return source;
}

const entryLine = /^(?:[-*+]|\d+[.)])[ \t]+\S.*$/gm;
