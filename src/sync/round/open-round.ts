import type { Head } from "../../git/refs/head.ts";
import { branchName } from "../../git/refs/refs.ts";
import { findGit, type SystemGit } from "../../git/system-git.ts";
import { type MoveContext, openMoveContext } from "../apply/move-context.ts";
import type { SyncRequest } from "./sync-request.ts";

/** One round: what was asked for, the opened vault, and the system's git where there is one. */
export type Round = SyncRequest & MoveContext & { readonly git: SystemGit | undefined };

/** Opens the repository of a vault for one round; the objects it remembers go with it. */
export async function openRound(request: SyncRequest): Promise<Round> {
  const { maxFileBytes } = request.settings;
  const context = await openMoveContext({ ...request, maxFileBytes });
  return { ...context, git: await findGit(request.env, context.disk) };
}

/** The short name of the branch that is checked out. */
export const branchOf = (head: Head): string => branchName(head.ref) ?? head.ref;
