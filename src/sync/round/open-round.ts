import { join } from "node:path";
import { readHead } from "../../git/refs/head.ts";
import { findGit, type SystemGit } from "../../git/system-git.ts";
import { type MoveContext, openMoveContext } from "../apply/move-context.ts";
import { branchOf } from "./choose-branch.ts";
import type { RoundRequest } from "./sync-request.ts";

/** What one round works with. */
export interface RoundContext extends MoveContext {
  /** The system's git, where there is one. */
  readonly git: SystemGit | undefined;
}

/** Opens the repository of a vault for one round; the objects it remembers go with it. */
export async function openRound(request: RoundRequest): Promise<RoundContext> {
  const { maxFileBytes } = request.settings;
  const context = await openMoveContext({ ...request, maxFileBytes });
  return { ...context, git: await findGit(request.env, context.disk) };
}

/** Where the vault stands now. */
export async function readPlace(root: string): Promise<{ head: string | null; branch: string }> {
  const head = await readHead(join(root, ".git"));
  return { head: head.oid ?? null, branch: branchOf(head) };
}
