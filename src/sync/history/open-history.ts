import { join } from "node:path";
import { LociError, messageOf } from "../../errors.ts";
import type { GitHome } from "../../git/config/git-config.ts";
import { nodeDisk, readIfThere } from "../../git/disk.ts";
import { type Objects, openObjects } from "../../git/objects/objects.ts";
import { readHead } from "../../git/refs/head.ts";
import { openRepository } from "../../git/repository/repository.ts";
import { type CommitGraph, openGraph } from "./commit-graph.ts";
import type { FillOptions } from "./fill-history.ts";
import type { HistoryTable } from "./history-table.ts";

/** The past of a vault, to be read. */
export interface History {
  readonly objects: Objects;
  /** The newest commit of what is checked out; undefined where there is none yet. */
  readonly head: string | undefined;
  /** Commits whose parents were not fetched. */
  readonly shallow: ReadonlySet<string>;
  /** What its commits did; the table gets what it lacks of it. Loaded once. */
  graph(options?: FillOptions): Promise<CommitGraph>;
  close(): void;
}

/** Opens the history of a vault. Throws LociError GIT_BLOCKED where it has none that can be read. */
export async function openHistory(
  root: string,
  person: GitHome,
  table: HistoryTable,
): Promise<History> {
  try {
    const { gitDir } = await openRepository(root, person);
    const head = (await detachedHead(gitDir)) ?? (await readHead(gitDir)).oid;
    const objects = openObjects(gitDir, nodeDisk);
    const shallow = await objects.readShallow();
    const source = { objects, head, shallow, table };
    let graph: CommitGraph | undefined;
    return {
      ...{ objects, head, shallow },
      async graph(options = {}) {
        graph ??= await openGraph(source, options);
        return graph;
      },
      close: objects.refresh,
    };
  } catch (cause) {
    if (!(cause instanceof LociError) || cause.code !== "GIT_BLOCKED") throw cause;
    throw noHistory(stateOf(cause), String(cause.data.fix), cause);
  }
}

/** The error for a past that cannot be read. */
function noHistory(state: string, fix: string, cause?: unknown): LociError {
  const message = `Cannot read the history of the vault: ${state}; ${fix}`;
  return new LociError("GIT_BLOCKED", message, { data: { fix }, cause });
}

/** What is wrong, without what it stood in the way of. */
export const stateOf = (error: unknown): string =>
  messageOf(error).replace(/^Cannot commit to the vault: /, "");

/** To look at an old commit is no reason to show no past. */
async function detachedHead(gitDir: string): Promise<string | undefined> {
  const text = (await readIfThere(join(gitDir, "HEAD")))?.toString("latin1").trim() ?? "";
  return /^[0-9a-f]{40}$/.test(text) ? text : undefined;
}
