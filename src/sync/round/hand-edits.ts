import { dirname, join } from "node:path";
import { LociError } from "../../errors.ts";
import type { Change } from "../../git/index-file/update-index.ts";
import type { ObjectReader } from "../../git/objects/objects.ts";
import type { Version } from "../../git/objects/tree.ts";
import { versionAt } from "../../git/objects/tree-files.ts";
import type { EditedFile } from "../../vault/edits/describe-edits.ts";
import { markEntry } from "../../vault/edits/entry-mark.ts";
import { isIgnoredPath } from "../../vault/list-files.ts";
import { isLogPath, placeOf, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import { lookAt } from "../apply/lstat-at.ts";
import { changedPaths } from "../apply/scan-changes.ts";
import { editMessage } from "../commit/commit-message.ts";
import { type CommitResult, commitPaths, type HeldBack } from "../commit/commit-paths.ts";
import { isSyncedPath } from "../commit/path-rules.ts";
import { readPending } from "../commit/pending.ts";
import type { CommitContext } from "../commit/publish-commit.ts";
import { forgottenPath, parseRemovals } from "../merge/file/removals.ts";
import { entriesOf } from "./entries-of.ts";
import { appendMarks, readForgotten } from "./forgotten.ts";
import { checkDeletions } from "./guard-deletions.ts";
import { inspectEdit } from "./inspect-edit.ts";
import { createSecretGuard } from "./secret-reason.ts";
import { defaultSettling, lookUntilSettled } from "./settle.ts";
import type { SyncRequest } from "./sync-request.ts";

/** A commit of what people changed with their own editors: what a round is asked for, at one moment. */
export interface HandEditsRequest extends Omit<SyncRequest, "now" | "syncLock"> {
  readonly now: Date;
  readonly maxFileBytes: number;
}

/**
 * Commits every changed file that Loci did not write itself, as the person's; what was forgotten and is written again
 * is forgotten no more. The caller holds the commit lock and has committed what was pending. `tree` is that of the last
 * commit. Rejects with SYNC_FAILED (reason "deletions") where most of the vault is gone.
 */
export async function commitHandEdits(
  request: HandEditsRequest,
  context: CommitContext,
  tree: string | undefined,
): Promise<CommitResult> {
  const { root, settling = defaultSettling, clock, signal } = request;
  const paths = await findPaths(request, context, tree);
  if (paths.length === 0) return { status: "nothing", heldBack: [] };
  const removals = parseRemovals(await readForgotten(root));
  const look = { ...request, objects: context.objects, tree, removals };
  const { settled, busy } = await lookUntilSettled(
    { root, paths, settling, clock, signal },
    (path) => inspectEdit(look, path),
  );
  const edits = settled.filter(({ heldBack }) => heldBack === undefined);
  if (!request.accept?.deletions) await checkDeletions(context, tree, edits);
  const heldBack: HeldBack[] = [
    ...settled.flatMap(({ path, heldBack: reason }) =>
      reason === undefined ? [] : [{ path, reason }],
    ),
    ...busy.map((path) => ({ path, reason: "somebody is writing to it; the next sync takes it" })),
  ];
  if (edits.length === 0) return { status: "nothing", heldBack };
  const readCommitted = async (path: string): Promise<Buffer | undefined> => {
    const version = await versionAt(context.objects, tree, path);
    return version && context.objects.read(version.oid);
  };
  const again = edits.flatMap((edit) => edit.again);
  await appendMarks(
    request,
    again.map((text) => ({ text, mark: "+" })),
  );
  const marks = again.length === 0 ? [] : [forgottenPath];
  const result = await commitPaths({
    // What is written along was not inspected: the log and the list of topics may hold what is held back.
    ...{ ...request, disk: context.disk, guard: createSecretGuard(request.looksSecret) },
    paths: [...new Set([...edits.map(({ path }) => path), ...marks])],
    author: request.authorOf(undefined),
    message: editMessage(edits.flatMap(({ path }) => topicOf(path) ?? [])),
    trailers: { Device: request.device },
    // A first commit has nothing to be compared with.
    writeAlong:
      tree === undefined
        ? undefined
        : (changes, objects) => log(request, { changes, objects, readCommitted }),
  });
  if (result.status === "blocked") return result;
  const isNew = ({ path }: HeldBack): boolean => heldBack.every((known) => known.path !== path);
  return { ...result, heldBack: [...heldBack, ...result.heldBack.filter(isNew)] };
}

/** What differs from the last commit, but for what Loci itself is about to commit and what editors leave about. */
async function findPaths(
  request: HandEditsRequest,
  context: CommitContext,
  tree: string | undefined,
): Promise<string[]> {
  const { person, signal } = request;
  const hints = request.hints && [...request.hints, forgottenPath];
  const changed = await changedPaths({ ...context, person }, tree, { hints, signal });
  const candidates = changed.filter(isSyncedPath);
  if (candidates.length === 0) return [];
  const ours = await readOurs(request); // After the scan.
  return candidates.filter((path) => !ours.has(path));
}

/** The paths that Loci is about to commit; it notes a file before it writes to it. */
async function readOurs({ lociDir, lock, signal }: HandEditsRequest): Promise<ReadonlySet<string>> {
  const { records } = await lock(() => readPending(lociDir), signal);
  return new Set(records.map(({ path }) => path));
}

/** Edits that are about to be committed. */
interface Committing {
  readonly changes: readonly Change[];
  readonly objects: ObjectReader;
  readonly readCommitted: (path: string) => Promise<Buffer | undefined>;
}

/** Logs what is committed of edits in files that hold entries, but for those that Loci wrote to meanwhile as well. */
async function log(
  request: HandEditsRequest,
  { changes, objects, readCommitted }: Committing,
): Promise<readonly string[]> {
  const { root, now, logEdits } = request;
  if (logEdits === undefined) return [];
  const toMarks = async (path: string, version: Version | undefined) =>
    version && {
      hash: version.oid,
      entries: entriesOf(path, await objects.read(version.oid)).map((entry) => markEntry(entry)),
    };
  const ours = await readOurs(request); // After the changes were read.
  const files: EditedFile[] = [];
  for (const { path, before, after } of changes.toSorted(byPath)) {
    const topic = isIgnoredPath(path) ? undefined : toPath(path);
    if (topic === undefined || ours.has(path)) continue;
    const [old, next] = [await toMarks(path, before), await toMarks(path, after)];
    files.push({ path: topic, before: old, now: next });
  }
  const touched = lastTouched(
    root,
    files.map(({ path }) => path),
  );
  return logEdits(files, Math.min(touched, now.getTime()), readCommitted);
}

const byPath = (a: Change, b: Change): number => (a.path < b.path ? -1 : 1);

/**
 * When the last of some files was touched, or their folders where all are gone (ms since the epoch). By `ctime`, which is
 * the same when a commit of edits is tried again: a copy has the `mtime` of its original.
 */
function lastTouched(root: string, paths: readonly string[]): number {
  let last: number | undefined;
  for (const path of paths) {
    const stat = lookAt(join(root, path));
    if (stat !== undefined) last = Math.max(last ?? 0, Number(stat.ctimeMs));
  }
  if (last !== undefined || paths.every((path) => path === ".")) return last ?? 0;
  return lastTouched(root, paths.map(dirname));
}

/** How a file is called in a commit's subject; undefined for those that follow from others. */
function topicOf(path: string): string | undefined {
  if (path === forgottenPath || isLogPath(path) || /(?:^|\/)topics\/index\.txt$/.test(path))
    return undefined;
  const topic = toPath(path);
  return topic === undefined ? path : placeOf(topic).topic;
}

/** Undefined for what is not Markdown, or has a name that Loci does not index. */
function toPath(path: string): TopicPath | undefined {
  try {
    return toTopicPath(path);
  } catch (error) {
    if (error instanceof LociError) return undefined;
    throw error;
  }
}
