import { existsSync } from "node:fs";
import { join } from "node:path";
import { oidOf } from "../../git/object-format.ts";
import { checkCommittable } from "../../git/refs/refs.ts";
import { isIgnoredPath, isMarkdown, maxFileBytes } from "../../vault/list-files.ts";
import type { EditedFile } from "../../vault/log/describe-edits.ts";
import { pathOrNone, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import { textId } from "../../vault/topic/entry.ts";
import { readTopic } from "../../vault/topic/read-topic.ts";
import type { Entry } from "../../vault/topic/topic.ts";
import { decodeText } from "../../vault/vault-text.ts";
import { changeFile, healVault } from "../../vault/write/change-file.ts";
import { readOwn, readSettled } from "../../vault/write/read-settled.ts";
import { lookAt, maxSyncedBytes } from "../apply/move-context.ts";
import { type Collected, commitFiles } from "../commit/commit-files.ts";
import { commitSteps } from "../commit/commit-pending.ts";
import { commitText, editMessage } from "../commit/commit-text.ts";
import { type Base, type Inspected, inspectAll } from "../commit/inspect.ts";
import { readPending } from "../commit/pending.ts";
import { changedPaths } from "../commit/scan-changes.ts";
import { createEditGuard } from "../commit/secret-guard.ts";
import { isDerived } from "../history/own-steps.ts";
import { healMarkers } from "../merge/file/merge-file.ts";
import { mergeSave } from "../merge/file/merge-save.ts";
import { answerMarks, forgottenPath } from "../merge/file/removals.ts";
import { readFileAt } from "../merge/merge-trees.ts";
import { isSyncedPath } from "../merge/trees/path-rules.ts";
import { checkLosses, lostHere } from "./deletion-guard.ts";
import { appendMarks } from "./forgotten.ts";
import { respectCheckouts } from "./respect-checkouts.ts";
import { type Round, type SyncReport, underLock } from "./sync-request.ts";

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
    const pending = await commitSteps(round);
    const collect = (base: Base) => collectEdits(round, base);
    const edits = await commitFiles(round, collect, createEditGuard(round));
    return {
      committed: pending.oids.length + edits.oids.length,
      heldBack: [...pending.heldBack, ...edits.heldBack],
    };
  });
}

/**
 * Every changed file that Loci did not write itself, as the person's; what was forgotten and is written again is
 * forgotten no more.
 */
async function collectEdits(round: Round, base: Base): Promise<Collected> {
  const { root, objects, accept, signal, lociDir, lock } = round;
  const tree = base.parent?.tree;
  const changed = (await changedPaths(base)).filter(isSyncedPath);
  // After the scan: Loci notes a file before it writes to it, and is about to commit it.
  const noted = changed.length > 0 ? await lock(() => readPending(lociDir), signal) : [];
  const ours = new Set(noted.map(({ path }) => path));
  const paths = changed.filter((path) => !ours.has(path));
  await settle(round, tree, paths);
  for (const path of paths) await healFile(round, path);
  const files = await inspectAll(base, paths);
  const edits = files.filter(({ reason }) => reason === undefined);
  for (const { has } of edits) if (has !== undefined) await objects.write("blob", has);
  if (tree !== undefined && accept?.deletions !== true)
    await checkLosses(objects, tree, edits, lostHere(root));
  const topics = edits.flatMap(toEditedFile);
  const along = new Set(await markSaidAgain(round, topics));
  // A first commit has nothing to be compared with.
  if (tree !== undefined) for (const path of await log(round, tree, topics)) along.add(path);
  const others = files.filter(({ path }) => !along.has(path));
  const written = await inspectAll(base, along);
  const message = editMessage(edits.flatMap(({ path }) => nameOf(path)));
  return { text: commitText(round, message), files: [...others, ...written] };
}

/** Waits, for two seconds at most, until editors are through with their saves. */
async function settle(round: Round, tree: string | undefined, paths: readonly string[]) {
  const { root, objects, clock } = round;
  const known: (readonly [file: string, before: Buffer | null])[] = [];
  for (const path of paths) {
    const file = join(root, path);
    if ((lookAt(file)?.size ?? 0) <= maxSyncedBytes)
      known.push([file, await readFileAt(objects, tree, path)]);
  }
  // What cannot be read is told of by who reads it next.
  await Promise.allSettled(known.map(([file, before]) => readSettled(file, clock, before)));
}

/** Takes the conflict markers out that another git client left: what both sides had stays. */
async function healFile(vault: Round, path: string): Promise<void> {
  const topic = topicPath(path);
  const bytes = topic && readOwn(join(vault.root, topic), maxFileBytes);
  if (!topic || !bytes || healMarkers(topic, bytes) === bytes) return;
  const heal = (now: Uint8Array | null) => ({
    bytes: now && healMarkers(topic, now),
    result: undefined,
  });
  await changeFile({ ...vault, path: topic, merge: mergeSave }, heal, vault.signal);
}

/** A topic file or note that a person edited; parsed on demand, since of many files few are logged or were forgotten of. */
function toEditedFile({ path, had, has }: Inspected): EditedFile | [] {
  const topic = topicPath(path);
  const read = (bytes: Buffer | undefined): EditedFile["now"] =>
    bytes && {
      hash: oidOf("blob", bytes),
      get entries() {
        return entriesOf(bytes);
      },
    };
  return topic === undefined ? [] : { path: topic, before: read(had), now: read(has) };
}

/** Marks new entries that were forgotten before; gives the file of marks where there are any. */
async function markSaidAgain({ root, lock, now: at }: Round, topics: readonly EditedFile[]) {
  if (!existsSync(join(root, forgottenPath))) return [];
  const texts = topics.flatMap(({ before, now }) => {
    const known = new Set(before?.entries.map(({ text }) => textId(text)));
    const all = now?.entries.map(({ text }) => text) ?? [];
    return all.filter((text) => !known.has(textId(text)));
  });
  const marks = texts.map((text) => ({ text, mark: "+" as const }));
  const linesFor = (bytes: Uint8Array) => answerMarks(bytes, at().getTime(), marks);
  return (await lock(() => appendMarks(root, linesFor))) ? [forgottenPath] : [];
}

/** Logs what is committed of edits in files that hold entries. */
async function log(
  round: Round,
  tree: string,
  topics: readonly EditedFile[],
): Promise<readonly string[]> {
  const { root, objects, logEdits } = round;
  if (logEdits === undefined || topics.length === 0) return [];
  const now = round.now().getTime();
  // By `ctime`, for a copy has the `mtime` of its original.
  const times = topics.map(({ path }) => lookAt(join(root, path))?.ctimeMs ?? 0);
  const at = Math.min(Math.max(...times) || now, now);
  return logEdits(topics, at, async (path) => (await readFileAt(objects, tree, path)) ?? undefined);
}

/** The entries of a version; none of one that is too large to parse. */
function entriesOf(bytes: Buffer): readonly Entry[] {
  const { parts } = readTopic(bytes.length > maxFileBytes ? "" : decodeText(bytes).text);
  return parts.flatMap((part) => (part.type === "item" && part.entry) || []);
}

/** Undefined for what is not Markdown, or has a name that Loci does not index. */
const topicPath = (path: string): TopicPath | undefined =>
  isIgnoredPath(path) ? undefined : pathOrNone(toTopicPath, path);

/** How a file is called in a commit's subject; nothing for those that follow from others. */
function nameOf(path: string): string[] {
  if (isDerived(path)) return [];
  return [isMarkdown(path) ? path.replace(/^.*\/|\.md$/gi, "") : path];
}
