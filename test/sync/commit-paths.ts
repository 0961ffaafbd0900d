import type { CommitText } from "../../src/git/objects/commit.ts";
import { recoverMove } from "../../src/sync/apply/move.ts";
import { type MovePlace, openMoveContext } from "../../src/sync/apply/move-context.ts";
import { type CommitResult, commitFiles } from "../../src/sync/commit/commit-files.ts";

export interface CommitRequest extends CommitText, MovePlace {
  readonly paths: readonly string[];
}

/** One commit of exactly these paths, as they stand on disk when it is made. */
export async function commitPaths(request: CommitRequest): Promise<CommitResult> {
  const context = await openMoveContext(request);
  await recoverMove(context);
  const files = request.paths.map((path) => ({ path }));
  return commitFiles(context, request, files);
}
