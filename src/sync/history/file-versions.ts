import { NewestFirst } from "../../git/ancestry/newest-first.ts";
import type { Commit } from "../../git/objects/commit.ts";
import { isPlain } from "../../git/objects/tree.ts";
import { versionAt } from "../../git/objects/tree-files.ts";
import { createYielder } from "../../git/yield-to-event-loop.ts";
import { type ChangedFile, changedFiles } from "./changed-files.ts";
import { findSource } from "./find-source.ts";
import { type History, stateOf } from "./open-history.ts";
import { type CommitFacts, readCommit } from "./read-commit.ts";

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

export interface VersionsOptions {
  /** The commit to begin with. */
  readonly from: string;
  readonly path: string;
  /** Most versions (5,000); older ones are left out, with a note. */
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Each is read from the disk, where no git program has them at hand. */
const maxWalked = 500;

/**
 * The commits that changed a file, as `git log -- path` finds them: a merge that left the file as one of its parents
 * had it is passed over, and so are its other parents. Goes on with the file that this one was before it was renamed or
 * split off. Never throws for what is missing or damaged: the list ends there, with a note.
 */
export async function fileVersions(
  history: History,
  options: VersionsOptions,
): Promise<FileVersions> {
  const { limit = 5_000, signal } = options;
  const versions: FileVersion[] = [];
  const notes = new Set<string>();
  let next: Start | undefined = options;
  while (next !== undefined) {
    const { from, path }: Start = next;
    const search = { from, path, limit: limit - versions.length, notes, signal };
    const changes: readonly Change[] =
      (await logByGit(history, search)) ?? (await walkCommits(history, search));
    for (const change of changes.slice(0, search.limit)) {
      signal?.throwIfAborted();
      versions.push({ ...change, commit: await readCommit(history.objects, change.oid), path });
    }
    if (versions.length >= limit) notes.add(`only the newest ${limit} changes are looked at`);
    const first = versions.length < limit ? versions.at(-1) : undefined;
    const source = first && (await sourceOf(history, first, notes));
    next = source && first && { from: first.commit.parents[0] ?? "", path: source.path };
    if (source?.before !== undefined && first !== undefined)
      versions.splice(-1, 1, { ...first, from: source.path, before: [source.before] });
  }
  return { versions, notes: [...notes] };
}

interface Start {
  readonly from: string;
  readonly path: string;
}

interface Search extends Start {
  readonly limit: number;
  readonly notes: Set<string>;
  readonly signal: AbortSignal | undefined;
}

interface Change extends Pick<FileVersion, "before" | "after"> {
  readonly oid: string;
}

/** Undefined where there is no git program, or where it fails: the walk says what is wrong. */
async function logByGit(
  history: History,
  { from, path, limit, signal }: Search,
): Promise<readonly Change[] | undefined> {
  const format = ["-z", "--raw", "-c", "--no-abbrev", "--no-renames", "--format=%H"];
  const most = `--max-count=${limit + 1}`;
  const args = ["--literal-pathspecs", "log", "--date-order", most, ...format, from, "--", path];
  try {
    const git = await history.git();
    const log = await git?.run(history.gitDir, args, { signal });
    return log?.code === 0 ? parseLog(log.stdout.toString("latin1")) : undefined;
  } catch {
    signal?.throwIfAborted();
    return undefined; // No process can be started, or no folder be made.
  }
}

/** `:mode… oid… status`: one of each for every parent, and the last for the commit. */
function parseLog(text: string): Change[] {
  const commits = text.matchAll(
    /(?<=^|\0)([0-9a-f]{40})\0[\n\0]:+((?:[0-7]{6} )+)((?:[0-9a-f]{40} )+)/g,
  );
  return Array.from(commits, ([, oid = "", modes = "", oids = ""]) => {
    const mode = modes.trim().split(" ");
    const blobs = oids.trim().split(" ");
    const plain = blobs.map((blob, at) => (mode[at]?.startsWith("100") ? blob : undefined));
    return { oid, after: plain.at(-1), before: plain.slice(0, -1).flatMap((one) => one ?? []) };
  }).filter(({ before, after }) => before.length > 0 || after !== undefined);
}

async function walkCommits(history: History, search: Search): Promise<readonly Change[]> {
  const { notes, signal } = search;
  const pause = createYielder(signal);
  const queue = new NewestFirst<Commit>();
  const seen = new Set<string>();
  const changes: Change[] = [];
  const enqueue = (commit: Commit): void => {
    if (!seen.has(commit.oid)) queue.push(commit, commit.time);
    seen.add(commit.oid);
  };
  enqueue(await history.objects.readCommit(search.from));
  for (let commit = queue.pop(); commit !== undefined; commit = queue.pop()) {
    await pause();
    signal?.throwIfAborted();
    if (changes.length > search.limit) break;
    if (seen.size > maxWalked) {
      notes.add(`only the newest ${maxWalked} commits are looked at: there is no git program here`);
      break;
    }
    try {
      const { change, next } = await lookAt(history, commit, search);
      if (change !== undefined) changes.push(change);
      next.forEach(enqueue);
    } catch (error) {
      signal?.throwIfAborted();
      notes.add(unreadable(commit.oid, error));
    }
  }
  return changes;
}

/** What a commit did to the file, and where to go on. */
async function lookAt(
  history: History,
  commit: Commit,
  search: Search,
): Promise<{ readonly change?: Change; readonly next: readonly Commit[] }> {
  const { oid } = commit;
  const isCut = history.shallow.has(oid) && commit.parents.length > 0;
  if (isCut)
    search.notes.add("this clone is shallow: what was before its first commit is not in it");
  const after = await blobAt(history, commit, search.path);
  const parents = isCut ? [] : await readParents(history, commit, search);
  const same = parents.find(({ blob }) => blob === after);
  if (same !== undefined) return { next: [same.commit] };
  const next = parents.map((parent) => parent.commit);
  const before = parents.flatMap(({ blob }) => blob ?? []);
  return after !== undefined || before.length > 0
    ? { change: { oid, before, after }, next }
    : { next };
}

/** The parents that can be read, with the file as they had it. */
async function readParents(history: History, { oid, parents }: Commit, search: Search) {
  const read: { readonly commit: Commit; readonly blob: string | undefined }[] = [];
  for (const parent of parents) {
    try {
      const commit = await history.objects.readCommit(parent);
      read.push({ commit, blob: await blobAt(history, commit, search.path) });
    } catch (error) {
      search.signal?.throwIfAborted();
      search.notes.add(unreadable(oid, error));
    }
  }
  return read;
}

async function blobAt({ objects }: History, { tree }: Commit, path: string) {
  const version = await versionAt(objects, tree, path);
  return isPlain(version) ? version.oid : undefined;
}

const unreadable = (oid: string, error: unknown): string =>
  `what was before commit ${oid.slice(0, 8)} cannot be read: ${stateOf(error)}`;

/** The file that the oldest version came from, by another name. */
async function sourceOf(
  { objects }: History,
  { commit, path, before, after }: FileVersion,
  notes: Set<string>,
): Promise<ChangedFile | undefined> {
  const [parent] = commit.parents;
  if (parent === undefined || before.length > 0 || after === undefined) return undefined;
  try {
    const { tree } = await objects.readCommit(parent);
    const changed = await changedFiles(objects, tree, commit.tree);
    return await findSource(objects, changed, { path, blob: after });
  } catch (error) {
    notes.add(unreadable(commit.oid, error));
    return undefined;
  }
}
