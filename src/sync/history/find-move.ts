import { blobTexts, lostTexts } from "./blob-texts.ts";
import type { ChangedFile } from "./changed-files.ts";
import { openBudget } from "./look-budget.ts";
import type { History } from "./open-history.ts";
import type { CommitFacts } from "./read-commit.ts";

/** Finds the other file that an entry came from, or went to, in one commit. */
export interface MoveFinder {
  cameFrom(commit: CommitFacts, path: string, textId: string): Promise<string | undefined>;
  wentTo(commit: CommitFacts, path: string, textId: string): Promise<string | undefined>;
  /** True where so much was looked at that further moves are no longer found. */
  isSpent(): boolean;
}

/** A commit that touched more files is a merge or an import, not the move of a line. */
const maxFiles = 50;
/** What all questions together may read. To look for entries in it takes some seconds. */
const defaultMaxBytes = 24 * 2 ** 20;

/** Prepares the look-up; what was read of a commit is kept for the next question. Rejects once it is called off. */
export function moveFinder(
  { objects, shallow, graph }: Pick<History, "objects" | "shallow" | "graph">,
  {
    signal,
    maxBytes = defaultMaxBytes,
  }: { readonly signal?: AbortSignal | undefined; readonly maxBytes?: number } = {},
): MoveFinder {
  const budget = openBudget(objects, maxBytes, signal);
  const textsOf = blobTexts(budget);
  const changesByCommit = new Map<string, readonly Change[]>();
  const readChanges = async (commit: CommitFacts): Promise<readonly Change[]> => {
    if (commit.parents.length === 0 || shallow.has(commit.oid)) return [];
    const commits = await graph({ signal });
    const id = commits.idOf(commit.oid);
    const [changed = []] = id === undefined ? [] : commits.changesIn(id);
    const files = changed.filter(({ path }) => /^(?!log\/|conversations\/).*\.md$/is.test(path));
    if (files.length > maxFiles) return [];
    const changes: Change[] = [];
    for (const file of files) changes.push(await readChange(file));
    return changes;
  };
  const readChange = async ({ path, before, after }: ChangedFile): Promise<Change> => ({
    path,
    lost: await lostTexts(textsOf, { before, after }),
    gained: await lostTexts(textsOf, { before: after, after: before }),
  });
  const changesOf = async (commit: CommitFacts): Promise<readonly Change[]> => {
    const known = changesByCommit.get(commit.oid);
    if (known !== undefined) return known;
    const read = await readChanges(commit).catch(() => {
      signal?.throwIfAborted();
      return []; // All is spent, or it is damaged or not here: nothing can be said of it.
    });
    changesByCommit.set(commit.oid, read);
    return read;
  };
  const find =
    (side: "lost" | "gained") =>
    async (commit: CommitFacts, path: string, textId: string): Promise<string | undefined> =>
      (await changesOf(commit)).find((file) => file.path !== path && file[side].has(textId))?.path;
  return { cameFrom: find("lost"), wentTo: find("gained"), isSpent: budget.isSpent };
}

interface Change {
  readonly path: string;
  readonly lost: ReadonlySet<string>;
  readonly gained: ReadonlySet<string>;
}
