import { type ChangedFile, changedFiles } from "./changed-files.ts";
import { lostTexts } from "./find-source.ts";
import type { History } from "./open-history.ts";
import { type CommitFacts, readCommit } from "./read-commit.ts";

/** Finds the other file that an entry came from, or went to, in one commit. */
export interface MoveFinder {
  cameFrom(commit: CommitFacts, path: string, textId: string): Promise<string | undefined>;
  wentTo(commit: CommitFacts, path: string, textId: string): Promise<string | undefined>;
}

/** A commit that touched more files is a merge or an import: nobody moved one line in it. */
const mostFiles = 50;

/** Prepares the look-up; what was read of a commit is kept for the next question. */
export function moveFinder({ objects, shallow }: History): MoveFinder {
  const changesByCommit = new Map<string, Promise<readonly Change[]>>();
  const readChanges = async (commit: CommitFacts): Promise<readonly Change[]> => {
    const [parent] = commit.parents;
    if (parent === undefined || shallow.has(commit.oid)) return [];
    const { tree } = await readCommit(objects, parent);
    const files = (await changedFiles(objects, tree, commit.tree)).filter(({ path }) =>
      /^(?!log\/|conversations\/).*\.md$/is.test(path),
    );
    if (files.length > mostFiles) return [];
    return Promise.all(files.map((file) => readChange(file)));
  };
  const readChange = async (file: ChangedFile): Promise<Change> => ({
    path: file.path,
    lost: new Set(await lostTexts(objects, file)),
    gained: new Set(await lostTexts(objects, { ...file, before: file.after, after: file.before })),
  });
  const changesOf = (commit: CommitFacts): Promise<readonly Change[]> => {
    const known = changesByCommit.get(commit.oid);
    if (known !== undefined) return known;
    const read = readChanges(commit).catch(() => []); // Damaged or not here: nothing can be said of it.
    changesByCommit.set(commit.oid, read);
    return read;
  };
  const find =
    (side: "lost" | "gained") =>
    async (commit: CommitFacts, path: string, textId: string): Promise<string | undefined> =>
      (await changesOf(commit)).find((file) => file.path !== path && file[side].has(textId))?.path;
  return { cameFrom: find("lost"), wentTo: find("gained") };
}

interface Change {
  readonly path: string;
  readonly lost: ReadonlySet<string>;
  readonly gained: ReadonlySet<string>;
}
