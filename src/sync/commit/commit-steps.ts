import type { Lock } from "../../vault/lock.ts";
import { type MoveContext, type MovePlace, openMoveContext } from "../apply/move-context.ts";
import { mergeFile } from "../merge/file/merge-file.ts";
import { readFileAt } from "../merge/merge-trees.ts";
import {
  type Base,
  type CommitResult,
  commitFiles,
  inspect,
  underLock,
  type Wanted,
} from "./commit-files.ts";
import { type CommitIdentity, commitMessage, commitText, editMessage } from "./commit-text.ts";
import {
  keepStep,
  type PendingRecord,
  readPending,
  rewritePending,
  type Versions,
} from "./pending.ts";
import { linesOf, type Secrets } from "./why-held-back.ts";

/** Commits of a vault: who makes them, and what stays out. */
export interface CommitRequest extends MovePlace, CommitIdentity, Secrets {
  /** A second lock of the vault, for commits only; it is held longer, writers do not wait for it. */
  readonly commitLock: Lock;
  readonly now: () => Date;
}

/**
 * Commits what the journal `.loci/pending` names; processes that waited for their turn find it done. Rejects as
 * `commitFiles` does.
 */
export async function commitPending(request: CommitRequest): Promise<CommitResult> {
  const vault = await openMoveContext(request);
  return underLock(vault, () => commitSteps(vault));
}

/**
 * Makes one commit of each step in the journal, and takes them out of there. What is held back stays for the next time,
 * and so does what is left where it rejects, as `commitFiles` does. The caller holds the commit lock.
 */
export async function commitSteps(vault: CommitRequest & MoveContext): Promise<CommitResult> {
  const { lociDir, lock, signal } = vault;
  const done: CommitResult[] = [];
  let left = await lock(() => readPending(lociDir), signal);
  // What is no record goes, so that nothing is left to commit.
  if (left.length === 0) await lock(() => rewritePending(lociDir, (now) => now));
  for (const [step, records] of Map.groupBy(left, (record) => record.step)) {
    const made = await commitStep(vault, records);
    done.push(made);
    const held = new Set(made.heldBack.map(({ path }) => path));
    const known = left.length; // Behind them is what was noted meanwhile.
    // What a step made of a file that is held back is kept elsewhere; what is to be said of it waits.
    const isLeft = (one: PendingRecord, at: number): boolean =>
      at >= known || one.step !== step || (!one.versions && held.has(one.path));
    await lock(() => rewritePending(lociDir, (now) => now.filter(isLeft)));
    left = left.filter(isLeft);
  }
  return {
    oids: done.flatMap(({ oids }) => oids),
    paths: done.flatMap(({ paths }) => paths),
    heldBack: done.flatMap(({ heldBack }) => heldBack),
  };
}

/** What a step made of a file, and the last commit of when it began. */
type Made = Versions & Pick<PendingRecord, "head">;

/** Commits what a person had changed in the files of a step as theirs, then the step. */
async function commitStep(
  vault: CommitRequest & MoveContext,
  records: readonly PendingRecord[],
): Promise<CommitResult> {
  const made = new Map<string, Made>();
  for (const { path, versions, head } of records)
    if (versions) made.set(path, { ...versions, head, ...made.get(path), after: versions.after });
  const named = records.filter(({ op }) => op !== "derived");
  const byHand = commitText(vault, editMessage(named.map(({ topic }) => topic)));
  const edits = await commitFiles(vault, async (base) => {
    return { text: byHand, files: await inspect(base, await editsOf(base, made)) };
  });
  const paths = new Set(records.map(({ path }) => path));
  // An agent is the author of what it alone asked for.
  const [agent, ...others] = new Set(named.map((record) => record.agent));
  const undoes = records.find((record) => record.undoes !== undefined)?.undoes;
  const what = commitMessage(records);
  const by = { Agent: others.length === 0 ? agent : undefined, Undoes: undoes };
  const own = await commitFiles(vault, async (base) => {
    const files: Wanted[] = [];
    for (const path of paths) {
      const versions = made.get(path);
      const known = new Set(linesOf(versions?.before));
      const added = new Set(linesOf(versions?.after)).difference(known);
      // After a kill or a purge, or once it was held back, nothing counts as asked for, but in what follows from the rest.
      const isFree = versions === undefined && named.every((record) => record.path !== path);
      const isAsked = (line: string): boolean => isFree || added.has(line);
      const wanted = versions
        ? await changed(base, path, versions.before, versions.after)
        : { path };
      files.push({ ...wanted, seen: versions?.after, isAsked });
    }
    return { text: commitText(vault, what, by), files: await inspect(base, files) };
  });
  const at = Math.floor(vault.now().getTime() / 1_000);
  const kept = { what, at, commit: own.oids[0] };
  for (const [path, { before, after }] of made) {
    const isOver = undoes !== undefined || own.paths.includes(path);
    const { step } = records[0] ?? {};
    const one = {
      path,
      op: "derived",
      topic: "",
      step,
      versions: { before, after },
      kept,
    } as const;
    await vault.lock(() => keepStep(vault.lociDir, path, isOver ? undefined : one));
  }
  return { ...own, oids: [...edits.oids, ...own.oids] };
}

/** What a person had changed in the files of a step before it. */
async function editsOf(base: Base, made: ReadonlyMap<string, Made>): Promise<Wanted[]> {
  const { objects } = base;
  const edits: Wanted[] = [];
  for (const [path, { head, before }] of made) {
    // That a file is gone is believed later, with all other edits.
    if (head === undefined || before === null) continue;
    const commit = await objects.readCommit(head).catch(() => undefined); // History was rewritten since.
    const then = commit && (await readFileAt(objects, commit.tree, path));
    if (then !== undefined) edits.push(await changed(base, path, then, before));
  }
  return edits;
}

/** A file of the last commit with what was done to it between two versions, whatever others did to it meanwhile. */
async function changed(
  { objects, parent }: Base,
  path: string,
  from: Uint8Array | null,
  to: Uint8Array | null,
): Promise<Wanted> {
  const ours = await readFileAt(objects, parent?.tree, path);
  return { path, content: mergeFile({ path, bases: [from], ours, theirs: to }).bytes };
}
