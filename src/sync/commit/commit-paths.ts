import { setTimeout as sleep } from "node:timers/promises";
import { LociError, messageOf } from "../../errors.ts";
import { blocked, diskBlocked } from "../../git/blocked.ts";
import { openFilterRules, openIgnoreRules } from "../../git/ignore/ignore-rules.ts";
import { type Change, readIndex } from "../../git/index-file/update-index.ts";
import { type CommitText, writeCommit } from "../../git/objects/commit.ts";
import type { ObjectReader } from "../../git/objects/objects.ts";
import { emptyBlob, emptyTree, writeTree } from "../../git/objects/tree.ts";
import { pathToBytes } from "../../git/path-bytes.ts";
import { checkCommittable } from "../../git/repository/check-committable.ts";
import { publishCommit, recoverMove } from "../apply/move.ts";
import { type MoveContext, type MovePlace, openMoveContext } from "../apply/move-context.ts";
import { checkPath } from "../merge/trees/path-rules.ts";
import {
  type ContentGuard,
  type ContentOf,
  type Reader,
  type Reading,
  readChange,
} from "./read-change.ts";

/** A commit of exactly these paths, as they stand on disk when it is made. */
export interface CommitRequest extends CommitText, MovePlace {
  readonly paths: readonly string[];
  readonly guard?: ContentGuard | undefined;
  readonly contentOf?: ContentOf | undefined;
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
  | { readonly status: "nothing"; readonly heldBack: readonly HeldBack[] };

const maxAttempts = 30;

/**
 * Commits what stands on disk at these paths, on the branch that is checked out, after what an interrupted commit or sync
 * left is finished. What the person staged stays theirs, their files are only read, and every failure leaves the
 * repository as it was or one finished commit further. The caller holds the vault's commit lock. Rejects with
 * GIT_BLOCKED (whatever a person can fix), OUTSIDE_VAULT, SYNC_FAILED (a disk that fails), WRITE_FAILED, or the
 * signal's reason.
 */
export async function commitPaths(request: CommitRequest): Promise<CommitResult> {
  request.paths.forEach(checkPath);
  try {
    const context = await openMoveContext(request);
    await recoverMove(context, request.signal);
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      request.signal?.throwIfAborted();
      const result = await attemptCommit(request, context);
      if (result !== "moved") return result;
    }
    throw blocked(
      `another git program moved the branch ${maxAttempts} times meanwhile`,
      "try again when it has finished",
    );
  } catch (error) {
    if (error instanceof LociError || request.signal?.aborted) throw error;
    const message = `Cannot commit to the vault: ${messageOf(error)}`;
    throw diskBlocked(error) ?? new LociError("WRITE_FAILED", message, { cause: error });
  }
}

/** Builds the commit without any lock, then publishes it; "moved" where someone else was faster. */
async function attemptCommit(
  request: CommitRequest,
  context: MoveContext,
): Promise<CommitResult | "moved"> {
  const { repository, objects, person } = context;
  const { gitDir } = repository;
  const head = await checkCommittable(gitDir);
  const parent = head.oid === undefined ? undefined : await objects.readCommit(head.oid);
  const reader: Reader = {
    context,
    rootTree: parent?.tree,
    index: await readIndex(gitDir, objects, parent?.tree),
    filterOf: openFilterRules({ ...repository, person }),
    ignoredBy: openIgnoreRules({ ...repository, person }, { ofVault: false }),
    guard: request.guard,
    contentOf: request.contentOf,
  };
  const asked = await readAll(reader, request.paths, request.signal);
  if (asked.changes.length === 0) return { status: "nothing", heldBack: asked.heldBack };
  const along = (await request.writeAlong?.(asked.changes, objects)) ?? [];
  const written = await readAll(reader, along, request.signal);
  const isOther = ({ path }: { readonly path: string }): boolean => !along.includes(path);
  const changes = [...asked.changes.filter(isOther), ...written.changes];
  const heldBack = [...asked.heldBack.filter(isOther), ...written.heldBack];
  const files = new Map(changes.map(({ path, after }) => [pathToBytes(path), after]));
  const tree = await writeTree(objects, parent?.tree ?? emptyTree, files);
  const { oid, log } = await writeCommit(objects, tree, parent, request);
  const move = { ref: head.ref, from: parent?.oid, to: oid, changes, log };
  if ((await publishCommit(context, move)) === "moved") return "moved";
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
