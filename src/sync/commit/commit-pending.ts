import { join } from "node:path";
import type { CommitText } from "../../git/objects/commit.ts";
import { pathToBytes } from "../../git/path-bytes.ts";
import type { Lock } from "../../vault/lock.ts";
import { readOwn } from "../../vault/write/read-settled.ts";
import type { MoveContext, MovePlace } from "../apply/move-context.ts";
import { mergeFile } from "../merge/file/merge-file.ts";
import { readFileAt } from "../merge/merge-trees.ts";
import { isTranscript } from "../merge/trees/path-rules.ts";
import {
  type Collected,
  type CommitResult,
  commitFiles,
  type HeldBack,
  openCommits,
} from "./commit-files.ts";
import { type CommitIdentity, commitMessage, commitText, editMessage } from "./commit-text.ts";
import { type Base, type Inspected, inspect, inspectAll } from "./inspect.ts";
import { dropKeptStep, keepStep } from "./kept-steps.ts";
import { type PendingRecord, readPending, rewritePending, type Versions } from "./pending.ts";
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

/** The same where the vault is open, and its commit lock is held. */
export async function commitSteps(vault: PendingRequest & MoveContext): Promise<CommitResult> {
  const { lociDir, lock, signal } = vault;
  const [oids, paths, heldBack]: [string[], string[], HeldBack[]] = [[], [], []];
  const tried = new Set<string | undefined>();
  for (;;) {
    // Anew for each step: what was taken back meanwhile is not to be committed.
    const read = await lock(() => readPending(lociDir), signal);
    const next = read.find((record) => !tried.has(record.step));
    // What is no record goes, so that nothing is left to commit.
    if (read.length === 0) await lock(() => rewritePending(lociDir, (now) => now));
    if (next === undefined)
      return { status: oids.length > 0 ? "committed" : "nothing", oids, paths, heldBack };
    tried.add(next.step);
    const step = toStep(read.filter((record) => record.step === next.step));
    const editsIn = (base: Base) => editsOf(vault, step, base);
    const edits = await commitFiles(vault, editsIn, createEditGuard(vault));
    const filesIn = (base: Base) => filesOf(vault, step, base);
    const own = await commitFiles(vault, filesIn, createStepGuard(vault, step));
    keepHeldBack(vault, step, own);
    oids.push(...edits.oids, ...own.oids);
    paths.push(...own.paths);
    heldBack.push(...own.heldBack);
    const held = new Set(own.heldBack.map(({ path }) => path));
    // What a step made of a file that is held back is kept elsewhere; what is to be said of it waits.
    const isOver = (one?: PendingRecord) =>
      one && step.records.includes(one) && (one.versions || !held.has(one.path));
    const rest = (now: readonly PendingRecord[]) => now.filter((_, at) => !isOver(read[at]));
    await lock(() => rewritePending(lociDir, rest));
  }
}

/** What a person had changed in the files of a step before it is committed first, as theirs. */
async function editsOf(
  request: PendingRequest,
  { records, files }: PendingStep,
  base: Base,
): Promise<Collected> {
  const edits: Inspected[] = [];
  for (const { path, before, head } of files) {
    // That a file is gone is believed later, with all other edits.
    if (head === undefined || before === null) continue;
    const then = await base.objects
      .readCommit(head)
      .then(({ tree }) => readFileAt(base.objects, tree, path))
      .catch(() => undefined); // History was rewritten since.
    if (then !== undefined) edits.push(...(await inspectMerged(base, path, then, before)));
  }
  const message = editMessage(records.flatMap(({ op, topic }) => (op === "derived" ? [] : topic)));
  return { text: commitText(request, message), files: edits };
}

/** The step itself: what it made of its files, whatever a person or another device did to them meanwhile. */
async function filesOf(request: PendingRequest, step: PendingStep, base: Base): Promise<Collected> {
  const files: Inspected[] = [];
  for (const { path, before, after } of step.files)
    files.push(...(await inspectMerged(base, path, before, after)));
  // What is only said of a file is committed as it stands.
  const said = new Set(step.records.map(({ path }) => path));
  for (const { path } of step.files) said.delete(path);
  files.push(...(await inspectAll(base, said)));
  return { text: textOf(request, step), files };
}

/** A file of the last commit with what was done to it between two versions; none where nothing comes of it. */
async function inspectMerged(
  base: Base,
  path: string,
  from: Uint8Array | null,
  to: Uint8Array | null,
): Promise<readonly Inspected[]> {
  // Another device's version stays out of the folder, and with it what Loci writes here: it may be too large to be read.
  if (base.index.get(pathToBytes(path))?.isUnwatched) return inspectAll(base, [path]);
  const ours = await readFileAt(base.objects, base.parent?.tree, path);
  const disk = readOwn(join(base.root, path), Number.MAX_SAFE_INTEGER);
  // As it stands on disk: then all that was done to it is committed, by whomever.
  if (disk === undefined ? ours === null : ours?.equals(disk)) return [];
  const merged = mergeFile({ path, bases: [from], ours, theirs: to });
  const file = await inspect(base, path, merged.bytes);
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

/**
 * What a step itself added was asked for; the rest of its file is a person's. A file is held back as a whole: what the
 * step added may be under a mark of theirs.
 */
function createStepGuard(request: PendingRequest, { records, files }: PendingStep): ContentGuard {
  const [keyGuard, editGuard] = [createKeyGuard(request), createEditGuard(request)];
  const memories = new Set(records.flatMap(({ op, path }) => (op === "derived" ? [] : path)));
  return (path, had, has) => {
    const fault = keyGuard(path, had, has);
    if (fault !== undefined || !memories.has(path)) return fault;
    // None after a kill or a purge, or once it was held back: then nothing counts as asked for.
    const own = files.find((file) => file.path === path);
    const old = new Set(linesOf(own?.before));
    const added = linesOf(own?.after).filter((line) => !old.has(line));
    const allowed = Buffer.from([...linesOf(had), ...added].join("\n"));
    return editGuard(path, allowed, own?.after ?? has);
  };
}

function textOf(request: PendingRequest, { records }: PendingStep): CommitText {
  // An agent is the author of what it alone asked for.
  const agents = new Set(records.flatMap(({ op, agent }) => (op === "derived" ? [] : [agent])));
  const agent = agents.size === 1 ? [...agents][0] : undefined;
  const undoes = records.find((record) => record.undoes !== undefined)?.undoes;
  return commitText(request, commitMessage(records), { Agent: agent, Undoes: undoes });
}

/** What is to be one commit, and what it made of its files. */
interface PendingStep {
  readonly records: readonly PendingRecord[];
  /** With the last commit of when it began. */
  readonly files: readonly (Versions & Pick<PendingRecord, "path" | "head">)[];
}

function toStep(records: readonly PendingRecord[]): PendingStep {
  const files = new Map<string, PendingStep["files"][number]>();
  for (const { path, versions, head } of records) {
    if (versions === undefined) continue;
    const first = files.get(path) ?? { path, head, ...versions };
    files.set(path, { ...first, after: versions.after });
  }
  return { records, files: [...files.values()] };
}
