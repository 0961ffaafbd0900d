import { LociError } from "../../errors.ts";
import { placeOf, toTopicPath } from "../../vault/paths.ts";
import { changedPaths } from "../apply/scan-changes.ts";
import { editMessage } from "../commit/commit-message.ts";
import { type CommitResult, commitPaths, type HeldBack } from "../commit/commit-paths.ts";
import { isHandEdit } from "../commit/path-rules.ts";
import { readPending } from "../commit/pending.ts";
import type { CommitContext } from "../commit/publish-commit.ts";
import { parseRemovals } from "../merge/file/removals.ts";
import { appendMarks, forgottenPath, readForgotten } from "./forgotten.ts";
import { checkDeletions } from "./guard-deletions.ts";
import { inspectEdit } from "./inspect-edit.ts";
import { defaultSettling, lookUntilSettled } from "./settle.ts";
import type { SyncRequest } from "./sync-request.ts";

/** A commit of what people changed with their own editors: what a round is asked for, at one moment. */
export interface HandEditsRequest extends Omit<SyncRequest, "now"> {
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
  const again = edits.flatMap((edit) => edit.again);
  await appendMarks(
    request,
    again.map((text) => ({ text, mark: "+" })),
  );
  const marks = again.length === 0 ? [] : [forgottenPath];
  const result = await commitPaths({
    ...{ ...request, disk: context.disk },
    paths: [...new Set([...edits.map(({ path }) => path), ...marks])],
    author: request.authorOf(undefined),
    message: editMessage(edits.flatMap(({ path }) => topicOf(path) ?? [])),
    trailers: { Device: request.device },
  });
  if (result.status === "blocked") return result;
  return { ...result, heldBack: [...heldBack, ...result.heldBack] };
}

/** What differs from the last commit, but for what Loci itself is about to commit and what editors leave about. */
async function findPaths(
  request: HandEditsRequest,
  context: CommitContext,
  tree: string | undefined,
): Promise<string[]> {
  const { lociDir, lock, person, signal } = request;
  const hints = request.hints && [...request.hints, forgottenPath];
  const changed = await changedPaths({ ...context, person }, tree, { hints, signal });
  const candidates = changed.filter(isHandEdit);
  if (candidates.length === 0) return [];
  // Asked after the scan: Loci notes a file before it writes to it.
  const { records } = await lock(() => readPending(lociDir), signal);
  const ours = new Set(records.map(({ path }) => path));
  return candidates.filter((path) => !ours.has(path));
}

/** How a file is called in a commit's subject; undefined for those that follow from others. */
function topicOf(path: string): string | undefined {
  if (path === forgottenPath || /(?:^|\/)topics\/index\.txt$/.test(path)) return undefined;
  try {
    return placeOf(toTopicPath(path)).topic;
  } catch (error) {
    if (error instanceof LociError) return path; // No Markdown: it is called by its path.
    throw error;
  }
}
