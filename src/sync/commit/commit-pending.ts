import { join } from "node:path";
import type { CommitText } from "../../git/objects/commit.ts";
import type { Lock } from "../../vault/lock.ts";
import { readOwn } from "../../vault/write/read-settled.ts";
import type { MoveContext, MovePlace } from "../apply/move-context.ts";
import { mergeFile } from "../merge/file/merge-file.ts";
import { parseRemovals } from "../merge/file/removals.ts";
import { readFileAt } from "../merge/merge-trees.ts";
import { isTranscript } from "../merge/trees/path-rules.ts";
import {
  type Collected,
  type CommitResult,
  commitFiles,
  type HeldBack,
  openCommits,
} from "./commit-paths.ts";
import { type CommitIdentity, commitMessage, commitText } from "./commit-text.ts";
import { type Base, type Inspected, inspect, inspectAll } from "./inspect.ts";
import { dropKeptStep, keepStep } from "./kept-steps.ts";
import {
  type PendingRecord,
  type PendingStep,
  readPending,
  rewritePending,
  type StepFile,
  toSteps,
} from "./pending.ts";
import {
  type ContentGuard,
  createEditGuard,
  createKeyGuard,
  linesOf,
  type Secrets,
} from "./secret-guard.ts";

/** A commit of everything that Loci wrote since the last one. */
export interface PendingRequest extends MovePlace, CommitIdentity, Secrets {
  /** A second lock of the vault, for commits only; it is held longer, writers do not wait for it. */
  readonly commitLock: Lock;
  readonly now: () => Date;
}

/**
 * Commits what the journal `.loci/pending` names, one commit for each step, and takes it out of there. Processes that
 * waited for their turn find it done; what is held back stays for the next time, and so does what is left where it
 * rejects, as `commitFiles` does.
 */
export function commitPending(request: PendingRequest): Promise<CommitResult> {
  return request.commitLock(() => openCommits(request, commitSteps), request.signal);
}

/** What is committed from: the vault, opened. */
type Vault = PendingRequest & MoveContext;

/** The same where the vault is open, and its commit lock is held. */
export async function commitSteps(vault: Vault): Promise<CommitResult> {
  const { lociDir, lock, signal, disk } = vault;
  const oids: string[] = [];
  const paths: string[] = [];
  const heldBack: HeldBack[] = [];
  const tried = new Set<string | undefined>();
  for (;;) {
    // Anew for each step: what was taken back meanwhile is not to be committed.
    const read = await lock(() => readPending(lociDir), signal);
    const step = toSteps(read).find(({ id }) => !tried.has(id));
    if (step === undefined) {
      // What is no record goes, so that nothing is left to commit.
      if (read.length === 0) await lock(() => rewritePending(lociDir, (now) => now, disk));
      return { status: oids.length > 0 ? "committed" : "nothing", oids, paths, heldBack };
    }
    tried.add(step.id);
    const own = await commitFiles(
      vault,
      (base) => filesOf(vault, step, base),
      createStepGuard(vault, step),
    );
    keepHeldBack(vault, step, own);
    oids.push(...own.oids);
    paths.push(...own.paths);
    heldBack.push(...own.heldBack);
    const held = new Set(own.heldBack.map(({ path }) => path));
    // What a step made of a file that is held back is kept elsewhere; what is to be said of it waits.
    const isOver = (one?: PendingRecord) =>
      one && step.records.includes(one) && (one.versions || !held.has(one.path));
    await lock(() =>
      rewritePending(lociDir, (now) => now.filter((_, at) => !isOver(read[at])), disk),
    );
  }
}

/** What a step made of its files. What a person or another device did to them besides is not its own, and stays as it is. */
async function filesOf(request: PendingRequest, step: PendingStep, base: Base): Promise<Collected> {
  const files: Inspected[] = [];
  for (const one of step.files) files.push(...(await inspectStep(base, one)));
  // What is only said of a file is committed as it stands.
  const said = new Set(step.records.map(({ path }) => path));
  for (const { path } of step.files) said.delete(path);
  files.push(...(await inspectAll(base, said)));
  return { text: textOf(request, step), files };
}

/** A file of the last commit with what the step did to it; none where nothing comes of it. */
async function inspectStep(
  base: Base,
  { path, before, after }: StepFile,
): Promise<readonly Inspected[]> {
  const ours = await readFileAt(base.objects, base.parent?.tree, path);
  const disk = readOwn(join(base.root, path), Number.MAX_SAFE_INTEGER);
  // As it stands on disk: then all that was done to it is committed, by whomever.
  if (disk === undefined ? ours === null : ours?.equals(disk)) return [];
  const versions = { path, bases: [before], ours, theirs: after, removals: parseRemovals() };
  const file = await inspect(base, path, mergeFile(versions).bytes);
  return file === undefined ? [] : [file];
}

/** Of a file that is held back, its last step is kept, here only. */
function keepHeldBack(
  { lociDir, now }: PendingRequest,
  { records, files }: PendingStep,
  { oids, paths }: CommitResult,
): void {
  const isUndo = records.some(({ undoes }) => undoes !== undefined);
  const at = Math.floor(now().getTime() / 1_000);
  const step = { what: commitMessage(records), commit: oids[0] ?? null, at };
  for (const { path, before, after } of files) {
    if (isUndo || paths.includes(path) || isTranscript(path)) dropKeptStep(lociDir, path);
    else keepStep(lociDir, { ...step, path, before, after });
  }
}

/** What a step added was asked for, but not with a key, nor under a mark of a person's that stands around it. */
function createStepGuard(request: PendingRequest, { records, files }: PendingStep): ContentGuard {
  const keyGuard = createKeyGuard(request);
  const editGuard = createEditGuard(request);
  const memories = new Set(records.flatMap(({ op, path }) => (op === "derived" ? [] : path)));
  return (path, had, has) => {
    const fault = keyGuard(path, had, has);
    if (fault !== undefined || !memories.has(path)) return fault;
    const own = files.find((file) => file.path === path);
    // A purge dropped it, or a backlog was too large: nothing was asked for.
    if (own === undefined) return editGuard(path, had, has);
    const old = new Set(linesOf(own.before));
    const added = linesOf(own.after).filter((line) => !old.has(line));
    const allowed = Buffer.from([...linesOf(had), ...added].join("\n"));
    return editGuard(path, allowed, own.after ?? has);
  };
}

function textOf(request: PendingRequest, { records }: PendingStep): CommitText {
  // An agent is the author of what it alone asked for.
  const agents = new Set(records.flatMap(({ op, agent }) => (op === "derived" ? [] : [agent])));
  const agent = agents.size === 1 ? [...agents][0] : undefined;
  const undoes = records.find((record) => record.undoes !== undefined)?.undoes;
  return commitText(request, commitMessage(records), { Agent: agent, Undoes: undoes });
}
