import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../errors.ts";
import { readIfThere } from "../git/disk.ts";
import { oidOf } from "../git/object-format.ts";
import type { FileVersions, UndoStep } from "../session/undo-journal.ts";
import { type ChangedFile, changedFiles } from "../sync/history/changed-files.ts";
import { fileVersions } from "../sync/history/file-versions.ts";
import type { History } from "../sync/history/open-history.ts";
import { type CommitFacts, readCommit } from "../sync/history/read-commit.ts";
import { walkCommits } from "../sync/history/walk-commits.ts";
import { isLogPath, toTopicPath } from "../vault/paths.ts";
import { readOwn } from "../vault/read-settled.ts";
import type { MemoryContext } from "./context.ts";

/** A commit of this device, as a step that can be taken back. */
export interface EditStep extends UndoStep {
  readonly commit: CommitFacts;
  /** Files that are not Markdown: Loci does not take them back. */
  readonly others: readonly string[];
  /** True where Loci's step was done before these edits. */
  isAfter(step: UndoStep): Promise<boolean>;
}

type Edited = Pick<MemoryContext, "root" | "lociDir" | "settings" | "openHistory">;

/** Older commits are not searched. */
const maxCommits = 5_000;

/** Whose commits are to be taken back: edits by hand, or a run of upkeep. */
export type CommitKind = "edit" | "upkeep";

/** Finds the commits of one kind on this device that were not taken back yet, newest first. */
export async function withEditSteps<T>(
  context: Edited,
  limit: number,
  work: (steps: readonly EditStep[]) => Promise<T>,
  { signal, kind = "edit" }: { readonly signal?: AbortSignal; readonly kind?: CommitKind } = {},
): Promise<T> {
  if (!existsSync(join(context.root, ".git"))) return work([]);
  const history = await context.openHistory().catch(toNone);
  if (history === undefined) return work([]);
  try {
    return await work(await findSteps(context, history, { limit, signal, kind }));
  } finally {
    history.close();
  }
}

/** What Loci did can be taken back without a history, too. */
function toNone(error: unknown): undefined {
  if (error instanceof LociError && error.code === "GIT_BLOCKED") return undefined;
  throw error;
}

async function findSteps(
  { root, lociDir, settings }: Edited,
  history: History,
  {
    limit,
    signal,
    kind,
  }: {
    readonly limit: number;
    readonly signal?: AbortSignal | undefined;
    readonly kind: CommitKind;
  },
): Promise<EditStep[]> {
  const undone = readUndone(lociDir);
  const made = await ownCommits(root);
  const steps: EditStep[] = [];
  let count = 0;
  if (history.head === undefined) return steps;
  for await (const { oid } of walkCommits(history, history.head)) {
    signal?.throwIfAborted();
    if (++count > maxCommits || steps.length >= limit) break;
    if (!made.has(oid) || undone.has(oid) || history.shallow.has(oid)) continue;
    const commit = await readCommit(history.objects, oid).catch(() => undefined);
    if (commit === undefined || !isOfKind[kind](commit, settings.device)) continue;
    const step = await toStep(history, commit).catch(() => undefined);
    if (step !== undefined) steps.push(step); // Else damaged: it cannot be taken back.
  }
  return steps;
}

/** Of the reflog. */
const maxLogBytes = 64 * 2 ** 20;

/** The names of the commits that were made in this clone, by the reflog of HEAD, which no one else writes. */
async function ownCommits(root: string): Promise<ReadonlySet<string>> {
  const log = await readIfThere(join(root, ".git", "logs", "HEAD"), { maxBytes: maxLogBytes });
  const lines = log
    ?.toString("latin1")
    .matchAll(/^[0-9a-f]{40} ([0-9a-f]{40}) [^\t\n]*\tcommit\b/gm);
  return new Set(Array.from(lines ?? [], ([, oid = ""]) => oid));
}

/** By what a commit says of itself, which another device may have written. */
const isOfKind: Readonly<Record<CommitKind, (commit: CommitFacts, device: string) => boolean>> = {
  edit: ({ subject, trailers, parents }, device) =>
    subject.startsWith("edited by hand") &&
    trailers.device === device &&
    trailers.agent === undefined &&
    parents.length === 1,
  upkeep: ({ trailers, parents }, device) =>
    trailers.agent === "upkeep" && trailers.device === device && parents.length === 1,
};

async function toStep(history: History, commit: CommitFacts): Promise<EditStep> {
  const [parent] = commit.parents;
  const before = parent && (await history.objects.readCommit(parent)).tree;
  const changed = await changedFiles(history.objects, before, commit.tree);
  const ours = changed.filter(({ path }) => isTopic(path));
  const files: FileVersions[] = [];
  for (const file of ours) files.push(await readVersions(history, file));
  const others = changed.map(({ path }) => path).filter((path) => !isTopic(path));
  return {
    ...{ step: commit.oid, what: commit.subject, session: null, files, commit },
    others: others.filter((path) => !isDerived(path)),
    async isAfter(step) {
      const [from = ""] = commit.parents;
      for (const { path, after } of step.files) {
        const { versions } = await fileVersions(history, { from, path, limit: 1 });
        if (after !== null && versions[0]?.after === oidOf("blob", after)) return true;
      }
      return false;
    },
  };
}

/** A Markdown file that Loci could have written, and not the log of what was done. */
function isTopic(path: string): boolean {
  try {
    return !isLogPath(toTopicPath(path));
  } catch (error) {
    if (error instanceof LociError) return false;
    throw error;
  }
}

/** What Loci writes about the topics beside them, and keeps in step by itself. */
export const isDerived = (path: string): boolean => /(?:^|\/)topics\/index\.txt$|^log\//.test(path);

async function readVersions(
  { objects }: History,
  { path, before, after }: ChangedFile,
): Promise<FileVersions> {
  const read = async (oid: string | undefined): Promise<Uint8Array | null> =>
    oid === undefined ? null : objects.read(oid);
  return { path, before: await read(before), after: await read(after) };
}

const undoneFile = (lociDir: string): string => join(lociDir, "undone");

/** Commits that were taken back on this device: a line each. */
function readUndone(lociDir: string): ReadonlySet<string> {
  const bytes = readOwn(undoneFile(lociDir), 2 ** 20);
  return new Set(new TextDecoder().decode(bytes).split("\n"));
}

/** Remembers that a commit was taken back: the next undo goes one further. */
export function noteUndone(lociDir: string, oid: string): void {
  appendFileSync(undoneFile(lociDir), `${oid}\n`);
}
