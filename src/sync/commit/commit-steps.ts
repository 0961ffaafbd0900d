import type { Lock } from "../../vault/lock.ts";
import { isSameBytes } from "../../vault/write/heal-save.ts";
import { recoverMove } from "../apply/move.ts";
import { type MoveContext, type MovePlace, openMoveContext } from "../apply/move-context.ts";
import { readFileAt } from "../merge/merge-trees.ts";
import { type CommitResult, commitFiles, linesOf, type Wanted } from "./commit-files.ts";
import { type CommitIdentity, commitMessage, commitText, editMessage } from "./commit-text.ts";
import { keepSteps, type PendingRecord, readPending, rewritePending } from "./pending.ts";

/** Commits of a vault: who makes them, and what stays out. */
export interface CommitRequest extends MovePlace, CommitIdentity {
  /** A second lock of the vault, for commits only; it is held longer, writers do not wait for it. */
  readonly commitLock: Lock;
  readonly now: () => Date;
}

/** Works under the commit lock, once what a killed process left is finished. */
export const underLock = <T>(vault: CommitRequest & MoveContext, work: () => Promise<T>) =>
  vault.commitLock(async () => {
    await recoverMove(vault);
    return work();
  }, vault.signal);

/** Commits what `.loci/pending` names; processes that waited for their turn find it done. Rejects as `commitFiles`. */
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
  for (const step of new Set(left.map((record) => record.step))) {
    // Anew for each step: what was taken back meanwhile is not to be committed.
    left = await lock(() => readPending(lociDir), signal);
    const records = left.filter((record) => record.step === step);
    const made = await commitStep(vault, records);
    done.push(made);
    const held = new Set(made.heldBack.map(({ path }) => path));
    const known = left.length; // Behind them is what was noted meanwhile.
    // What a step made of a file that is held back is kept elsewhere; what is to be said of it waits.
    const isLeft = (one: PendingRecord, at: number): boolean =>
      at >= known || one.step !== step || (!one.versions && held.has(one.path));
    await lock(() => rewritePending(lociDir, (now) => now.filter(isLeft)));
  }
  return {
    oids: done.flatMap(({ oids }) => oids),
    paths: done.flatMap(({ paths }) => paths),
    heldBack: done.flatMap(({ heldBack }) => heldBack),
  };
}

/** What a step made of files, by their paths. */
type Made = Map<string, NonNullable<Wanted["made"]>>;

/** Commits what a person had changed in the files of a step as theirs, then the step. */
async function commitStep(vault: CommitRequest & MoveContext, records: readonly PendingRecord[]) {
  const { lociDir, lock } = vault;
  const made: Made = new Map();
  for (const { path, versions } of records)
    if (versions) made.set(path, { ...versions, ...made.get(path), after: versions.after });
  const named = records.filter(({ op }) => op !== "derived");
  const byHand = commitText(vault, editMessage(named.map(({ topic }) => topic)));
  const edited = await editsOf(vault, made);
  const edits = edited.length > 0 ? await commitFiles(vault, byHand, edited) : undefined;
  // An agent is the author of what it alone asked for.
  const [agent, ...others] = new Set(named.map((record) => record.agent));
  const { step, undoes } = records.find((record) => record.undoes) ?? records[0] ?? {};
  const what = commitMessage(records);
  const by = { Agent: others.length === 0 ? agent : undefined, Undoes: undoes };
  const files = Array.from(new Set(records.map(({ path }) => path)), (path): Wanted => {
    const versions = made.get(path);
    const added = new Set(linesOf(versions?.after)).difference(new Set(linesOf(versions?.before)));
    // After a kill or a purge, or once held back, nothing counts as asked for, but in what follows from the rest.
    const isFree = versions === undefined && named.every((record) => record.path !== path);
    return { path, made: versions, isAsked: (line) => isFree || added.has(line) };
  });
  const own = await commitFiles(vault, commitText(vault, what, by), files);
  const kept = { what, at: Math.floor(vault.now().getTime() / 1_000), commit: own.oids[0] };
  const held = [...made].filter(([path]) => undoes === undefined && !own.paths.includes(path));
  const about = { op: "derived", topic: "", step, kept } as const;
  const steps = held.map(([path, versions]) => ({ ...about, path, versions }));
  await lock(() => keepSteps(lociDir, [...made.keys()], steps));
  return { ...own, oids: [...(edits?.oids ?? []), ...own.oids] };
}

/** What a person had done to the files of a step before it. */
async function editsOf({ objects }: MoveContext, made: Made) {
  const edits: Wanted[] = [];
  for (const [path, { before: after, head = "" }] of made) {
    // That a file is gone is believed later, with all other edits; and so are all where history was rewritten since.
    const then = after && (await objects.readCommit(head).catch(() => undefined));
    const before = then ? await readFileAt(objects, then.tree, path) : after;
    if (!isSameBytes(before, after)) edits.push({ path, made: { before, after } });
  }
  return edits;
}
