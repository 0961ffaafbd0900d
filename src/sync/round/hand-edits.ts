import { dirname, join } from "node:path";
import { LociError } from "../../errors.ts";
import { readIfThere } from "../../git/disk.ts";
import type { Change } from "../../git/index-file/update-index.ts";
import type { ObjectReader, Objects } from "../../git/objects/objects.ts";
import { isPlain, type Version } from "../../git/objects/tree.ts";
import { versionAt } from "../../git/objects/tree-files.ts";
import { readHead } from "../../git/refs/head.ts";
import type { EditedFile } from "../../vault/edits/describe-edits.ts";
import { markEntry } from "../../vault/edits/entry-mark.ts";
import { textId } from "../../vault/entry.ts";
import { isIgnoredPath, maxFileBytes } from "../../vault/list-files.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { isLogPath, placeOf, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import type { Entry } from "../../vault/topic.ts";
import { lookAt } from "../apply/move-context.ts";
import { editMessage } from "../commit/commit-message.ts";
import { type CommitResult, commitPaths, type HeldBack } from "../commit/commit-paths.ts";
import { isSyncedPath } from "../commit/path-rules.ts";
import { readPending } from "../commit/pending.ts";
import { changedPaths } from "../commit/scan-changes.ts";
import { forgottenPath, parseRemovals, type Removals } from "../merge/file/removals.ts";
import { checkEdits, contentOf, type FileChange } from "./deletion-guard.ts";
import { appendMarks, readForgotten } from "./forgotten.ts";
import type { RoundContext } from "./open-round.ts";
import { createEditGuard } from "./secret-guard.ts";
import { lookUntilSettled } from "./settle.ts";
import type { SyncRequest } from "./sync-request.ts";

type Request = Omit<SyncRequest, "syncLock">;

/** What edits are compared with. */
interface Look {
  readonly request: Request;
  readonly objects: Objects;
  /** The tree of the last commit. */
  readonly tree: string | undefined;
}

/**
 * Commits every changed file that Loci did not write itself, as the person's; what was forgotten and is written again
 * is forgotten no more. The caller holds the commit lock and has committed what was pending. Rejects with SYNC_FAILED
 * (reason "deletions") where most of the vault is gone.
 */
export async function commitHandEdits(
  request: Request,
  context: RoundContext,
  now: Date,
): Promise<CommitResult> {
  const { root, clock, signal, quietMs = usualQuietMs } = request;
  const { objects, disk, repository, maxFileBytes } = context;
  const { oid } = await readHead(repository.gitDir);
  const tree = oid === undefined ? undefined : (await objects.readCommit(oid)).tree;
  const look: Look = { request, objects, tree };
  const paths = await findPaths(look, context);
  if (paths.length === 0) return { status: "nothing", heldBack: [] };
  const removals = parseRemovals(await readForgotten(root));
  const { settled, busy } = await lookUntilSettled(
    { root, paths, quietMs, clock, signal },
    (path) => inspect(look, path, removals),
  );
  const edits = settled.filter(({ heldBack }) => heldBack === undefined);
  if (request.accept?.deletions !== true) await checkEdits(objects, { root, tree }, edits);
  const again = edits.flatMap((edit) => edit.again).map((text) => ({ text, mark: "+" as const }));
  await appendMarks({ ...request, now }, again);
  const result = await commitPaths({
    ...{ ...request, disk, now, maxFileBytes },
    guard: createEditGuard(request.looksSecret, request.privateFiles),
    paths: [...edits.map(({ path }) => path), ...(again.length === 0 ? [] : [forgottenPath])],
    author: request.authorOf(undefined),
    message: editMessage(edits.flatMap(({ path }) => topicOf(path) ?? [])),
    trailers: { Device: request.device },
    // A first commit has nothing to be compared with.
    writeAlong: tree ? (changes, stored) => log(look, now, changes, stored) : undefined,
  });
  if (result.status === "blocked") return result;
  const held: HeldBack[] = [
    ...settled.flatMap(({ path, heldBack: reason }) => (reason ? [{ path, reason }] : [])),
    ...busy.map((path) => ({ path, reason: "somebody is writing to it; the next sync takes it" })),
  ];
  return { ...result, heldBack: [...held, ...result.heldBack] };
}

/** An editor or a copy may be in the middle of a change. */
const usualQuietMs = 300;

/** What differs from the last commit, but for what Loci itself is about to commit and what editors leave about. */
async function findPaths({ request, tree }: Look, context: RoundContext): Promise<string[]> {
  const changed = await changedPaths(context, tree, request.signal);
  const candidates = changed.filter(isSyncedPath);
  if (candidates.length === 0) return [];
  const ours = await readOurs(request); // After the scan.
  return candidates.filter((path) => !ours.has(path));
}

/** The paths that Loci is about to commit; it notes a file before it writes to it. */
async function readOurs({ lociDir, lock, signal }: Request): Promise<ReadonlySet<string>> {
  const { records } = await lock(() => readPending(lociDir), signal);
  return new Set(records.map(({ path }) => path));
}

async function committedAt({ objects, tree }: Look, path: string): Promise<Buffer | undefined> {
  const version = await versionAt(objects, tree, path);
  return isPlain(version) ? objects.read(version.oid) : undefined;
}

/** What was done to one file since the last commit. */
interface Edit extends FileChange {
  readonly state: "changed" | "gone" | "shrunk";
  /** Texts of new entries that were forgotten before. */
  readonly again: readonly string[];
  /** Why the file is not committed. */
  readonly heldBack?: string;
}

/** Reads a file beside its version in the last commit. */
async function inspect(look: Look, path: string, removals: Removals): Promise<Edit> {
  const { root, settings } = look.request;
  const had = await committedAt(look, path);
  const before = had && contentOf(path, had);
  let has: Buffer | undefined;
  try {
    has = await readIfThere(join(root, path), { maxBytes: settings.maxFileBytes });
  } catch {
    // A link, a device, too large, no permission: the commit has the words for it.
    return { path, before, after: before, again: [], state: "changed" };
  }
  if (has === undefined) {
    const heldBack = (had?.length ?? 0) > settings.maxFileBytes ? { heldBack: largeIsGone } : {};
    return { path, before, after: undefined, again: [], state: "gone", ...heldBack };
  }
  const after = contentOf(path, has);
  const known = new Set(entriesOf(path, had).map(({ text }) => textId(text)));
  const texts = entriesOf(path, has).map(({ text }) => text);
  const again = texts.filter((text) => !known.has(textId(text)) && removals.isForgotten(text));
  const entries = before?.entries.length ?? 0;
  const lost = entries - after.entries.length;
  const isShrunk = has.length === 0 ? had?.length !== 0 : lost >= 10 && lost * 2 > entries;
  return { path, before, after, again, state: isShrunk ? "shrunk" : "changed" };
}

/** Git's index, where it is marked as left out, may have been lost. */
const largeIsGone =
  "it is not here, and too large to be taken from another device; to delete it for all devices, run `git rm` and commit with your own git";

/** The entries of a topic file or note; none of any other file, or of one too large to parse. */
function entriesOf(path: string, bytes: Buffer | undefined): readonly Entry[] {
  if (bytes === undefined || bytes.length > maxFileBytes || isIgnoredPath(path)) return [];
  try {
    return parseTopic(toTopicPath(path), bytes).entries;
  } catch {
    return []; // A name that Loci does not index, or bytes that it cannot read: a file like any other.
  }
}

/** Logs what is committed of edits in files that hold entries, but for those that Loci wrote to meanwhile as well. */
async function log(
  look: Look,
  now: Date,
  changes: readonly Change[],
  objects: ObjectReader,
): Promise<readonly string[]> {
  const { root, logEdits } = look.request;
  if (logEdits === undefined) return [];
  const toMarks = async (path: string, version: Version | undefined) =>
    version && {
      hash: version.oid,
      entries: entriesOf(path, await objects.read(version.oid)).map((entry) => markEntry(entry)),
    };
  const ours = await readOurs(look.request); // After the changes were read.
  const files: EditedFile[] = [];
  for (const { path, before, after } of changes.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const topic = isIgnoredPath(path) ? undefined : toPath(path);
    if (topic === undefined || ours.has(path)) continue;
    const [old, next] = [await toMarks(path, before), await toMarks(path, after)];
    files.push({ path: topic, before: old, now: next });
  }
  const touched = lastTouched(
    root,
    files.map(({ path }) => path),
  );
  return logEdits(files, Math.min(touched, now.getTime()), (path) => committedAt(look, path));
}

/**
 * When the last of some files was touched, or their folders where all are gone (ms since the epoch). By `ctime`, which is
 * the same when a commit of edits is tried again: a copy has the `mtime` of its original.
 */
function lastTouched(root: string, paths: readonly string[]): number {
  const times = paths.flatMap((path) => lookAt(join(root, path))?.ctimeMs ?? []).map(Number);
  if (times.length > 0 || paths.every((path) => path === ".")) return Math.max(0, ...times);
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
