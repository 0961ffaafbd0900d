import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readIfThere } from "../../git/disk.ts";
import type { Change } from "../../git/index-file/update-index.ts";
import type { ObjectReader, Objects } from "../../git/objects/objects.ts";
import { isPlain, type Version, versionAt } from "../../git/objects/tree.ts";
import { readHead } from "../../git/refs/head.ts";
import { changeFile } from "../../vault/change-file.ts";
import type { EditedFile } from "../../vault/edits/describe-edits.ts";
import { markEntry } from "../../vault/edits/entry-mark.ts";
import { textId } from "../../vault/entry.ts";
import { isIgnoredPath, isMarkdown, maxFileBytes } from "../../vault/list-files.ts";
import { parseTopic } from "../../vault/parse-topic.ts";
import { isLogPath, type TopicPath, toTopicPath } from "../../vault/paths.ts";
import { readOwn } from "../../vault/read-settled.ts";
import type { Entry } from "../../vault/topic.ts";
import { lookAt } from "../apply/move-context.ts";
import { editMessage } from "../commit/commit-message.ts";
import { type CommitResult, commitPaths } from "../commit/commit-paths.ts";
import { readPending } from "../commit/pending.ts";
import { changedPaths } from "../commit/scan-changes.ts";
import { healMarkers } from "../merge/file/merge-file.ts";
import { forgottenPath, parseRemovals, type Removals } from "../merge/file/removals.ts";
import { isSyncedPath } from "../merge/trees/path-rules.ts";
import { checkEdits, contentOf, type FileChange } from "./deletion-guard.ts";
import { appendMarks, readForgotten } from "./forgotten.ts";
import type { RoundContext } from "./open-round.ts";
import { createEditGuard } from "./secret-guard.ts";
import type { RoundRequest } from "./sync-request.ts";

/** What edits are compared with. */
interface Look {
  readonly request: RoundRequest;
  readonly objects: Objects;
  /** The tree of the last commit. */
  readonly tree: string | undefined;
  readonly removals: Removals;
}

/**
 * Commits every changed file that Loci did not write itself, as the person's; what was forgotten and is written again
 * is forgotten no more. The caller holds the commit lock and has committed what was pending. Rejects with SYNC_FAILED
 * (reason "deletions") where most of the vault is gone.
 */
export async function commitHandEdits(
  request: RoundRequest,
  context: RoundContext,
  now: Date,
): Promise<CommitResult> {
  const { root, settings, accept, device } = request;
  const { objects, disk, repository } = context;
  const { oid } = await readHead(repository.gitDir);
  const tree = oid === undefined ? undefined : (await objects.readCommit(oid)).tree;
  const paths = await findPaths(request, context, tree);
  if (paths.length === 0) return { status: "nothing", heldBack: [] };
  for (const path of paths) await healFile(context, path, request.signal);
  const removals = parseRemovals(await readForgotten(root));
  const look: Look = { request, objects, tree, removals };
  const looked = await lookTwice(look, paths);
  const edits = looked.filter(({ waitMs }) => waitMs <= 0);
  if (accept?.deletions !== true) await checkEdits(objects, { root, tree }, edits);
  const again = edits.flatMap((edit) => edit.again).map((text) => ({ text, mark: "+" as const }));
  await appendMarks({ ...request, now }, again);
  const result = await commitPaths({
    ...request,
    disk,
    now,
    maxFileBytes: settings.maxFileBytes,
    guard: createEditGuard(request),
    paths: [...edits.map(({ path }) => path), ...(again.length === 0 ? [] : [forgottenPath])],
    author: request.authorOf(undefined),
    message: editMessage(edits.flatMap(({ path }) => nameOf(path))),
    trailers: { Device: device },
    // A first commit has nothing to be compared with.
    writeAlong: tree ? (changes, stored) => log(look, now, changes, stored) : undefined,
  });
  const reason = "somebody is writing to it; the next sync takes it";
  const held = looked.filter(({ waitMs }) => waitMs > 0).map(({ path }) => ({ path, reason }));
  return { ...result, heldBack: [...held, ...result.heldBack] };
}

/** What differs from the last commit, but for what Loci itself is about to commit and what editors leave about. */
async function findPaths(
  request: RoundRequest,
  context: RoundContext,
  tree: string | undefined,
): Promise<string[]> {
  const changed = await changedPaths(context, tree, request.signal);
  const candidates = changed.filter(isSyncedPath);
  if (candidates.length === 0) return [];
  const ours = await readOurs(request); // After the scan.
  return candidates.filter((path) => !ours.has(path));
}

/** The paths that Loci is about to commit; it notes a file before it writes to it. */
async function readOurs({ lociDir, lock, signal }: RoundRequest): Promise<ReadonlySet<string>> {
  const records = await lock(() => readPending(lociDir), signal);
  return new Set(records.map((record) => record?.path ?? ""));
}

/** Takes the conflict markers out that another git client left: what both sides had stays. */
async function healFile(
  { vault }: RoundContext,
  path: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const topic = topicPath(path);
  const bytes = topic && readOwn(join(vault.root, topic), maxFileBytes);
  if (!topic || !bytes || healMarkers(topic, bytes) === bytes) return;
  const heal = (now: Uint8Array | null) => ({
    bytes: now && healMarkers(topic, now),
    result: undefined,
  });
  await changeFile({ ...vault, path: topic }, heal, signal);
}

/** What was done to one file since the last commit. */
interface Edit extends FileChange {
  /** Texts of new entries that were forgotten before. */
  readonly again: readonly string[];
  /** How long it has to be left alone still to be believed, in milliseconds. */
  readonly waitMs: number;
}

/** Looks at files, and once more where some were touched a moment ago. */
async function lookTwice(look: Look, paths: readonly string[]): Promise<readonly Edit[]> {
  const { signal } = look.request;
  const lookOnce = async (): Promise<readonly Edit[]> => {
    const found: Edit[] = [];
    for (const path of paths) {
      signal?.throwIfAborted();
      found.push(await inspect(look, path));
    }
    return found;
  };
  const found = await lookOnce();
  const longest = found.reduce((most, { waitMs }) => Math.max(most, waitMs), 0);
  if (longest === 0) return found;
  await sleep(longest + timerSlackMs, undefined, { signal });
  return lookOnce();
}

/** A timer may end a little early by the clock that files are dated by. */
const timerSlackMs = 10;

/** Reads a file beside its version in the last commit. */
async function inspect(look: Look, path: string): Promise<Edit> {
  const { request, removals } = look;
  const { root, settings, quietMs = usualQuietMs } = request;
  const waitMs = (times: number): number => times * quietMs - ageOf(request, path);
  const had = await committedAt(look, path);
  const before = had && contentOf(path, had);
  let has: Buffer | undefined;
  try {
    has = await readIfThere(join(root, path), { maxBytes: settings.maxFileBytes });
  } catch {
    // A link, a device, too large, no permission: the commit has the words for it.
    return { path, before, after: before, again: [], waitMs: waitMs(1) };
  }
  if (has === undefined) return { path, before, after: has, again: [], waitMs: waitMs(ifGone) };
  const after = contentOf(path, has);
  const known = new Set(entriesOf(path, had).map(({ text }) => textId(text)));
  const texts = entriesOf(path, has).map(({ text }) => text);
  const again = texts.filter((text) => !known.has(textId(text)) && removals.isForgotten(text));
  const entries = before?.entries.length ?? 0;
  const lost = entries - after.entries.length;
  const isShrunk = has.length === 0 ? had?.length !== 0 : lost >= 10 && lost * 2 > entries;
  return { path, before, after, again, waitMs: waitMs(isShrunk ? ifShrunk : 1) };
}

/** An editor or a copy may be in the middle of a change. */
const usualQuietMs = 300;
/** So many times as long: some editors unlink, then create; a copy writes for a while. */
const [ifGone, ifShrunk] = [3, 33];
/** A time ahead of the clock says nothing. */
const clockSlackMs = 5_000;

/** Milliseconds since a file was last written, or its folder where it is gone. */
function ageOf({ root, clock }: RoundRequest, path: string): number {
  for (let at = path; ; at = dirname(at)) {
    const found = lookAt(join(root, at));
    if (found === undefined && at !== ".") continue;
    const age = clock.now() - (found?.mtimeMs ?? 0);
    return age < -clockSlackMs ? Number.POSITIVE_INFINITY : age;
  }
}

async function committedAt({ objects, tree }: Look, path: string): Promise<Buffer | undefined> {
  const version = await versionAt(objects, tree, path);
  return isPlain(version) ? objects.read(version.oid) : undefined;
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
    const topic = topicPath(path);
    if (topic === undefined || ours.has(path)) continue;
    const [old, next] = [await toMarks(path, before), await toMarks(path, after)];
    files.push({ path: topic, before: old, now: next });
  }
  // By `ctime`, for a copy has the `mtime` of its original.
  const times = files.map(({ path }) => lookAt(join(root, path))?.ctimeMs ?? 0);
  const touched = times.reduce((last, one) => Math.max(last, one), 0);
  const at = Math.min(touched || now.getTime(), now.getTime());
  return logEdits(files, at, (path) => committedAt(look, path));
}

/** The entries of a topic file or note; none of any other file, or of one too large to parse. */
function entriesOf(path: string, bytes: Buffer | undefined): readonly Entry[] {
  const topic = topicPath(path);
  if (bytes === undefined || topic === undefined || bytes.length > maxFileBytes) return [];
  try {
    return parseTopic(topic, bytes).entries;
  } catch {
    return []; // Bytes that it cannot read: a file like any other.
  }
}

/** Undefined for what is not Markdown, or has a name that Loci does not index. */
function topicPath(path: string): TopicPath | undefined {
  try {
    return isIgnoredPath(path) ? undefined : toTopicPath(path);
  } catch {
    return undefined;
  }
}

/** How a file is called in a commit's subject; nothing for those that follow from others. */
function nameOf(path: string): string[] {
  if (path === forgottenPath || isLogPath(path) || /(?:^|\/)topics\/index\.txt$/.test(path))
    return [];
  return [isMarkdown(path) ? path.replace(/^.*\/|\.md$/gi, "") : path];
}
