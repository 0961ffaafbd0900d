import { setTimeout as sleep } from "node:timers/promises";
import type { DeviceClock } from "../../device-clock.ts";
import { LociError, messageOf } from "../../errors.ts";
import { type Blocked, blocked, errorToBlocked } from "../../git/blocked.ts";
import type { GitHome } from "../../git/config/git-config.ts";
import { type Disk, nodeDisk, openDrafts } from "../../git/disk.ts";
import { openFilterRules, openIgnoreRules } from "../../git/ignore/ignore-rules.ts";
import { readIndex } from "../../git/index-file/read-index.ts";
import { type Change, checkMerged, createHoldBack } from "../../git/index-file/update-index.ts";
import { type ObjectReader, openObjects } from "../../git/objects/objects.ts";
import { emptyTree } from "../../git/objects/tree.ts";
import { emptyBlob } from "../../git/objects/tree-files.ts";
import { type CommitText, writeCommit } from "../../git/objects/write-commit.ts";
import { writeTree } from "../../git/objects/write-tree.ts";
import { pathToBytes } from "../../git/path-bytes.ts";
import { type Head, readHead } from "../../git/refs/head.ts";
import { checkBranch, recordBranch } from "../../git/repository/branch.ts";
import { checkNothingInProgress } from "../../git/repository/in-progress.ts";
import { openRepository } from "../../git/repository/repository.ts";
import { readKeptMove } from "./move-journal.ts";
import { checkPath } from "./path-rules.ts";
import { type CommitContext, finishDeadCommit, publishCommit } from "./publish-commit.ts";
import { type ContentGuard, type Reader, type Reading, readChange } from "./read-change.ts";

/** A commit of exactly these paths, as they stand on disk when it is made. */
export interface CommitRequest extends CommitText {
  readonly root: string;
  readonly paths: readonly string[];
  /** Where the person's own git settings are, from `gitHome`. */
  readonly person: GitHome;
  readonly clock: DeviceClock;
  /** How long to wait for a lock of another git program, in milliseconds. */
  readonly lockTimeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly disk?: Disk | undefined;
  readonly guard?: ContentGuard | undefined;
  /** A larger file is held back; 10 MB where not said. */
  readonly maxFileBytes?: number | undefined;
  /**
   * Writes files that belong to the changes, such as a log of them, and returns their paths: the commit takes them along.
   * It is called again where the branch moved meanwhile.
   */
  readonly writeAlong?:
    | ((changes: readonly Change[], objects: ObjectReader) => Promise<readonly string[]>)
    | undefined;
}

/** A path that was left to the person, and why. */
export interface HeldBack {
  readonly path: string;
  readonly reason: string;
  /** It is another device's, and was not taken here. */
  readonly isIncoming?: boolean;
}

export type CommitResult =
  | {
      readonly status: "committed";
      readonly oid: string;
      readonly paths: readonly string[];
      readonly heldBack: readonly HeldBack[];
    }
  | { readonly status: "nothing"; readonly heldBack: readonly HeldBack[] }
  | Blocked;

const maxAttempts = 30;

/**
 * Commits what stands on disk at these paths, on the branch that is checked out. What the person
 * staged stays theirs, their files are only read, and every failure leaves the repository as it was
 * or one finished commit further. The caller holds the vault's commit lock. Rejects with OUTSIDE_VAULT,
 * WRITE_FAILED, or the signal's reason; whatever a person can fix is a blocked result.
 */
export async function commitPaths(request: CommitRequest): Promise<CommitResult> {
  request.paths.forEach(checkPath);
  try {
    return await commit(request);
  } catch (error) {
    const stopped = errorToBlocked(error);
    if (stopped !== undefined) return stopped;
    if (error instanceof LociError || request.signal?.aborted) throw error;
    const why = messageOf(error);
    throw new LociError("WRITE_FAILED", `Cannot commit to the vault: ${why}`, { cause: error });
  }
}

async function commit(request: CommitRequest): Promise<CommitResult> {
  const { disk = nodeDisk, lockTimeout = 10_000, signal, clock } = request;
  const repository = await openRepository(request.root, request.person);
  const objects = openObjects(repository.gitDir, disk);
  const lockOptions = { lockTimeout, signal, clock };
  const context: CommitContext = { repository, objects, disk, lockOptions };
  await openDrafts(disk, repository.gitDir);
  await finishDeadCommit(context);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    signal?.throwIfAborted();
    const result = await attemptCommit(request, context);
    if (result !== "moved") return result;
  }
  throw blocked(
    `another git program moved the branch ${maxAttempts} times meanwhile`,
    "try again when it has finished",
  );
}

/** A commit on top would take the files that a killed sync had written already for edits by hand. */
async function checkNoneInterrupted(
  { disk, repository }: CommitContext,
  head: Head,
): Promise<void> {
  const move = await readKeptMove(disk, repository.gitDir);
  if (move?.ref !== head.ref || move.parent !== head.oid) return;
  throw blocked(
    "a sync was interrupted while it wrote files",
    "run `loci sync`, which finishes it, and this commit too",
  );
}

/** Builds the commit without any lock, then publishes it; "moved" where someone else was faster. */
/** Where git ignores the log, that is as the person wants it. */
const isWanted = ({ reason }: HeldBack): boolean => !reason.startsWith("git ignores it");

async function attemptCommit(
  request: CommitRequest,
  context: CommitContext,
): Promise<CommitResult | "moved"> {
  const { repository, disk } = context;
  const { gitDir } = repository;
  await checkNothingInProgress(gitDir);
  const head = await readHead(gitDir);
  await checkBranch(repository, head.ref);
  await checkNoneInterrupted(context, head);
  const { objects } = context;
  const parent = head.oid === undefined ? undefined : await objects.readCommit(head.oid);
  const { index } = await readIndex(gitDir, objects, parent?.tree);
  checkMerged(index);
  const reader: Reader = {
    repository,
    objects,
    rootTree: parent?.tree,
    filterOf: openFilterRules({ ...repository, person: request.person }),
    ignoredBy: openIgnoreRules({ ...repository, person: request.person }),
    holdBack: createHoldBack(index),
    guard: request.guard,
    maxFileBytes: request.maxFileBytes ?? 10 * 2 ** 20,
  };
  const asked = await readAll(reader, request.paths, request.signal);
  if (asked.changes.length === 0) return { status: "nothing", heldBack: asked.heldBack };
  const along = (await request.writeAlong?.(asked.changes, objects)) ?? [];
  const written = await readAll(reader, along, request.signal);
  const isOther = ({ path }: { readonly path: string }): boolean => !along.includes(path);
  const changes = [...asked.changes.filter(isOther), ...written.changes];
  const heldBack = [...asked.heldBack.filter(isOther), ...written.heldBack.filter(isWanted)];
  const files = new Map(changes.map(({ path, after }) => [pathToBytes(path), after]));
  const tree = await writeTree(objects, parent?.tree ?? emptyTree, files);
  const { oid, log } = await writeCommit(objects, tree, parent, request);
  await objects.flush();
  const journal = { ref: head.ref, parent: parent?.oid, commit: oid, changes, log };
  if (!(await publishCommit(context, journal))) return "moved";
  await recordBranch(repository, disk, head.ref);
  return { status: "committed", oid, paths: changes.map(({ path }) => path), heldBack };
}

/** Reads every path; where one looks as if an editor were just saving it, looks again a moment later. */
async function readAll(
  reader: Reader,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ changes: Change[]; heldBack: HeldBack[] }> {
  const readings = new Map<string, Reading>();
  for (const path of paths) readings.set(path, await readChange(reader, path));
  const doubtful = [...readings].filter(([, reading]) => isEmptied(reading));
  if (doubtful.length > 0) await sleep(saveTime, undefined, { signal });
  for (const [path] of doubtful) readings.set(path, await readChange(reader, path));
  const changes: Change[] = [];
  const heldBack: HeldBack[] = [];
  for (const [path, reading] of readings) {
    if (reading.type === "change") changes.push(reading.change);
    if (reading.type === "held back") heldBack.push({ path, reason: reading.reason });
  }
  return { changes, heldBack };
}

/** Editors empty or rename a file for an instant while they save it. */
const saveTime = 300;

function isEmptied(reading: Reading): boolean {
  if (reading.type !== "change" || reading.change.before === undefined) return false;
  const { after } = reading.change;
  return after === undefined || after.oid === emptyBlob;
}
