import type { Move } from "../../../src/sync/apply/move.ts";
import { type MoveContext, openMoveContext as open } from "../../../src/sync/apply/move-context.ts";
import type { TestRepo } from "../repo.ts";
import { placeOf } from "../sync-request.ts";

/** Makes another device's commit with real git, and gives the move to it; the folder stays as it was. */
export function createMove(repo: TestRepo, change: (repo: TestRepo) => void): Move {
  const from = head(repo);
  repo.git("checkout", "-q", "-b", "other");
  change(repo);
  repo.commitAll("theirs");
  const to = head(repo);
  repo.git("checkout", "-q", "main");
  repo.git("branch", "-qD", "other");
  return { ref: "refs/heads/main", from, to, log, writes: true };
}

const log = `Ana <ana@example.org> ${Math.floor(Date.now() / 1000)} +0000\tsync: merge main`;

/** All that a move needs in this repository. */
export const openMoveContext = (root: string): Promise<MoveContext> => open(placeOf(root));

/** The commit that is checked out. */
export const head = (repo: TestRepo): string => repo.git("rev-parse", "HEAD").trim();
