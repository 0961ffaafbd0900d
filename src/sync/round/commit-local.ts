import { join } from "node:path";
import { checkCommittable } from "../../git/refs/refs.ts";
import { isIgnoredPath, isMarkdown, maxFileBytes } from "../../vault/list-files.ts";
import type { EditedFile } from "../../vault/log/describe-edits.ts";
import { pathOrNone, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import { changeFile, healVault } from "../../vault/write/change-file.ts";
import { readSettled } from "../../vault/write/read-settled.ts";
import { lookAt, maxSyncedBytes } from "../apply/move-context.ts";
import { commitInspected, inspect, openBase } from "../commit/commit-files.ts";
import { commitSteps, underLock } from "../commit/commit-steps.ts";
import { commitText, editMessage } from "../commit/commit-text.ts";
import { readPending } from "../commit/pending.ts";
import { changedPaths } from "../commit/scan-changes.ts";
import { isDerived } from "../history/own-steps.ts";
import { healMarkers, mergeSave } from "../merge/file/merge-file.ts";
import { readFileAt } from "../merge/merge-trees.ts";
import { checkLosses, lostHere } from "./deletion-guard.ts";
import { respectCheckouts } from "./respect-checkouts.ts";
import type { Round, SyncReport } from "./sync-request.ts";

/**
 * Finishes what a killed round left, then commits what Loci wrote and what people changed. Takes the commit lock; never
 * waits for the network. Rejects with GIT_BLOCKED before anything moves where the person's own git is in the middle of
 * something, and with SYNC_FAILED (reason "deletions") where most of the vault is gone.
 */
export function commitLocal(round: Round): Promise<Pick<SyncReport, "committed" | "heldBack">> {
  return underLock(round, async () => {
    await checkCommittable(round.repository.gitDir);
    await respectCheckouts(round);
    // An editor that saved an old buffer must not delete for everybody what came in meanwhile. A file that cannot be
    // healed is reported by the next scan, and committed as it is.
    await healVault({ ...round, merge: mergeSave }, round.signal);
    const made = [await commitSteps(round), await commitEdits(round)];
    const heldBack = made.flatMap((one) => one.heldBack);
    return { committed: made.flatMap(({ oids }) => oids).length, heldBack };
  });
}

/** Commits every changed file that Loci did not write itself, as the person's, with the log of their edits. */
async function commitEdits(round: Round) {
  const { root, objects, accept, signal, lociDir, lock } = round;
  const base = await openBase(round);
  const tree = base.parent?.tree;
  const changed = await changedPaths(base);
  // After the scan: Loci notes a file before it writes to it, and is about to commit it.
  const noted = changed.length > 0 ? await lock(() => readPending(lociDir), signal) : [];
  const ours = new Set(noted.map(({ path }) => path));
  const paths = changed.filter((path) => !ours.has(path));
  await Promise.all(paths.map((path) => settle(round, tree, path)));
  const toWanted = (path: string) => ({ path });
  const files = await inspect(base, paths.map(toWanted));
  const edits = files.filter(({ reason }) => reason === undefined);
  if (tree !== undefined && accept?.deletions !== true)
    await checkLosses(objects, tree, edits, lostHere(root));
  const topics = edits.flatMap(({ path, had, has }): EditedFile | [] => {
    const topic = topicPath(path);
    return topic === undefined ? [] : { path: topic, before: readable(had), now: readable(has) };
  });
  // A first one has nothing to be compared with.
  const along = tree === undefined ? [] : await log(round, tree, topics);
  const others = files.filter(({ path }) => !along.includes(path));
  const named = edits.filter(({ path }) => !isDerived(path));
  const names = named.map(({ path }) =>
    isMarkdown(path) ? path.replace(/^.*\/|\.md$/gi, "") : path,
  );
  const written = await inspect(base, along.map(toWanted));
  return commitInspected(base, commitText(round, editMessage(names)), [...others, ...written]);
}

/**
 * Waits, for two seconds at most, until an editor is through with its save; then takes out conflict markers that
 * another git client left: what both sides had stays.
 */
async function settle(round: Round, tree: string | undefined, path: string): Promise<void> {
  const file = join(round.root, path);
  if ((lookAt(file)?.size ?? 0) > maxSyncedBytes) return;
  const before = await readFileAt(round.objects, tree, path);
  // What cannot be read is told of by who reads it next.
  const bytes = await readSettled(file, round.clock, before).catch(() => null);
  const topic = topicPath(path);
  if (!topic || !bytes || bytes.length > maxFileBytes || healMarkers(path, bytes) === bytes) return;
  const heal = (now: Uint8Array | null) => ({
    bytes: now && healMarkers(path, now),
    result: undefined,
  });
  await changeFile({ ...round, path: topic, merge: mergeSave }, heal, round.signal);
}

/** Has those edits logged that are about to be committed, in their commit. */
async function log(round: Round, tree: string, topics: readonly EditedFile[]) {
  const { root, objects, logEdits } = round;
  if (logEdits === undefined || topics.length === 0) return [];
  const now = round.now().getTime();
  // By `ctime`, for a copy has the `mtime` of its original.
  const times = topics.map(({ path }) => lookAt(join(root, path))?.ctimeMs ?? 0);
  const at = Math.min(Math.max(...times) || now, now);
  return logEdits(topics, at, async (path) => (await readFileAt(objects, tree, path)) ?? undefined);
}

/** One that is too large is not parsed. */
const readable = (bytes: Uint8Array | null): Uint8Array | undefined =>
  bytes?.subarray(0, bytes.length > maxFileBytes ? 0 : bytes.length);

/** Undefined for what is not Markdown, or has a name that Loci does not index. */
const topicPath = (path: string): TopicPath | undefined =>
  isIgnoredPath(path) ? undefined : pathOrNone(toTopicPath, path);
