import { messageOf } from "../../errors.ts";
import { isPlain, versionAt } from "../../git/objects/tree.ts";
import { createYielder } from "../../git/yield-to-event-loop.ts";
import { findSource } from "./find-source.ts";
import type { History } from "./open-history.ts";
import { type CommitFacts, readCommit } from "./read-commit.ts";
import { walkCommits } from "./walk-commits.ts";

/** A commit that changed a file. */
export interface FileVersion {
  readonly commit: CommitFacts;
  /** What the file was called then, and before, where this commit gave it another name or split it off. */
  readonly path: string;
  readonly from?: string;
  /** The names of its contents before, one for each parent that had it, and behind; undefined where it was removed. */
  readonly before: readonly string[];
  readonly after: string | undefined;
}

export interface FileVersions {
  /** Newest first. */
  readonly versions: readonly FileVersion[];
  /** Why there may have been more: one sentence each. */
  readonly notes: readonly string[];
}

interface VersionsOptions {
  /** The commit to begin with. */
  readonly from: string;
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
}

/** Older versions are left out, with a note. */
const maxVersions = 5_000;
/** Each is read from the disk, where no git program has them at hand. */
const maxWalked = 500;

/**
 * The commits that changed a file, as `git log -- path` finds them: a merge that left the file as one of its parents
 * had it is passed over, and so are its other parents. Goes on with the file that this one was before it was renamed or
 * split off. Never throws for what is missing or damaged behind the first commit: the list ends there, with a note.
 */
export async function fileVersions(
  history: History,
  { from, path, signal }: VersionsOptions,
): Promise<FileVersions> {
  const versions: FileVersion[] = [];
  const notes = new Set<string>();
  const search = { from, path, notes, signal };
  for (;;) {
    const changes = (await logByGit(history, search)) ?? (await walkBack(history, search));
    for (const { oid, before, after } of changes.slice(0, maxVersions - versions.length)) {
      signal?.throwIfAborted();
      const commit = await readCommit(history.objects, oid);
      versions.push({ commit, path: search.path, before, after });
    }
    const first = versions.at(-1);
    const isFull = versions.length === maxVersions;
    if (isFull) notes.add(`only the newest ${maxVersions} changes are looked at`);
    if (isFull || first === undefined) break;
    const source = await findSource(history.objects, first).catch((error: unknown) => {
      notes.add(unreadable(first.commit.oid, error));
    });
    if (source?.before === undefined) break;
    versions.splice(-1, 1, { ...first, from: source.path, before: [source.before] });
    search.path = source.path;
    search.from = first.commit.parents[0] ?? "";
  }
  return { versions, notes: [...notes] };
}

interface Search extends Required<VersionsOptions> {
  readonly notes: Set<string>;
}

interface Change extends Pick<FileVersion, "before" | "after"> {
  readonly oid: string;
}

/** Undefined where there is no git program, or where it fails: the walk says what is wrong. */
async function logByGit(history: History, { from, path, signal }: Search) {
  const shown = ["-z", "--raw", "-c", "--no-abbrev", "--no-renames", "--format=%H"];
  const args = ["--date-order", `--max-count=${maxVersions}`, ...shown, from, "--", path];
  const log = await (await history.git())
    ?.run(history.gitDir, ["--literal-pathspecs", "log", ...args], { signal })
    .catch(() => undefined); // No process can be started, or no folder be made.
  signal?.throwIfAborted();
  return log?.code === 0 ? parseLog(log.stdout.toString("latin1")) : undefined;
}

/** `:mode… oid… status`: one of each for every parent, and the last for the commit. */
function parseLog(text: string): Change[] {
  const commits = text.matchAll(
    /(?<=^|\0)([0-9a-f]{40})\0[\n\0]:+((?:[0-7]{6} )+)((?:[0-9a-f]{40} )+)/g,
  );
  return Array.from(commits, ([, oid = "", modes = "", oids = ""]) => {
    const mode = modes.split(" ");
    const blobs = oids.trim().split(" ");
    const plain = blobs.map((blob, at) => (mode[at]?.startsWith("100") ? blob : undefined));
    return { oid, after: plain.pop(), before: plain.flatMap((blob) => blob ?? []) };
  }).filter(isChange);
}

const isChange = ({ before, after }: Change): boolean => before.length > 0 || after !== undefined;

async function walkBack(history: History, search: Search): Promise<readonly Change[]> {
  const { from, path, notes, signal } = search;
  const pause = createYielder(signal);
  const changes: Change[] = [];
  let next: readonly string[] = [];
  let left = maxWalked;
  await blobIn(history, from, path);
  for await (const { oid } of walkCommits(history, from, { parentsOf: () => next })) {
    await pause();
    if (left-- === 0) {
      notes.add(`only the newest ${maxWalked} commits are looked at: there is no git program here`);
      break;
    }
    const parents = await readParents(history, oid, search);
    const after = await blobIn(history, oid, path);
    const same = parents.find(({ blob }) => blob === after);
    next = (same ? [same] : parents).map((parent) => parent.oid);
    const change = { oid, before: parents.flatMap(({ blob }) => blob ?? []), after };
    if (same === undefined && isChange(change)) changes.push(change);
  }
  return changes;
}

/** The parents of a commit with the file as they had it; none where one cannot be read. */
async function readParents(history: History, child: string, { path, notes, signal }: Search) {
  const { parents } = await history.objects.readCommit(child);
  if (history.shallow.has(child))
    notes.add("this clone is shallow: what was before its first commit is not in it");
  try {
    const read = async (oid: string) => ({ oid, blob: await blobIn(history, oid, path) });
    return await Promise.all(parents.map(read));
  } catch (error) {
    signal?.throwIfAborted();
    notes.add(unreadable(child, error));
    return [];
  }
}

async function blobIn({ objects }: History, oid: string, path: string) {
  const version = await versionAt(objects, (await objects.readCommit(oid)).tree, path);
  return isPlain(version) ? version.oid : undefined;
}

const unreadable = (oid: string, error: unknown): string =>
  `what was before commit ${oid.slice(0, 8)} cannot be read: ${messageOf(error)}`;
