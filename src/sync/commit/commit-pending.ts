import { join } from "node:path";
import type { Author, CommitText } from "../../git/objects/commit.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { versionAt } from "../../git/objects/tree.ts";
import { readHead } from "../../git/refs/head.ts";
import type { Lock } from "../../vault/lock.ts";
import { toWrittenPath } from "../../vault/paths.ts";
import { readOwn } from "../../vault/read-settled.ts";
import { mergeFile } from "../merge/file/merge-file.ts";
import { parseRemovals } from "../merge/file/removals.ts";
import { isTranscript } from "../merge/trees/path-rules.ts";
import { commitMessage, editMessage } from "./commit-message.ts";
import {
  type CommitRequest,
  type CommitResult,
  commitPaths,
  type HeldBack,
} from "./commit-paths.ts";
import { dropKeptStep, keepStep, readKeptSteps } from "./kept-steps.ts";
import {
  type PendingRecord,
  type PendingStep,
  readPending,
  removePending,
  toSteps,
} from "./pending.ts";
import type { ContentGuard } from "./read-change.ts";

/** A commit of everything that Loci wrote since the last one. */
export interface PendingRequest extends Omit<CommitRequest, "paths" | keyof CommitText> {
  /** A second lock of the vault, for commits only; it is held longer, writers do not wait for it. */
  readonly commitLock: Lock;
  /** The author of what an agent wrote, or the person (undefined) through Loci. */
  readonly authorOf: (agent: string | undefined) => Author;
  /** The name of this device, for the trailer. */
  readonly device: string;
  readonly now: Date;
  /** As `guard`, for what a person wrote into the same files. */
  readonly editGuard?: ContentGuard | undefined;
}

/** What came of the pending changes: one commit for each step. */
export interface PendingResult {
  readonly status: "committed" | "nothing";
  readonly oids: readonly string[];
  readonly paths: readonly string[];
  readonly heldBack: readonly HeldBack[];
  /** What a person had changed in the same files. */
  readonly editsHeldBack: readonly HeldBack[];
}

/**
 * Commits what the journal `.loci/pending` names and takes it out of there. Processes that waited for
 * their turn find it done and return at once; what is held back stays for the next time, and so does what is left where
 * it rejects, as `commitPaths` does.
 */
export async function commitPending(request: PendingRequest): Promise<PendingResult> {
  return request.commitLock(() => commitBatch(request), request.signal);
}

async function commitBatch(request: PendingRequest): Promise<PendingResult> {
  const { lociDir, lock, signal, disk } = request;
  const done = {
    oids: [] as string[],
    paths: [] as string[],
    heldBack: [] as HeldBack[],
    editsHeldBack: [] as HeldBack[],
  };
  const tried = new Set<string | undefined>();
  for (;;) {
    // Anew for each step: what was taken back meanwhile is not to be committed.
    const read = await lock(() => readPending(lociDir), signal);
    const step = toSteps(read).find(({ id }) => !tried.has(id));
    if (step === undefined) {
      if (read.includes(undefined)) await lock(() => removePending(lociDir, read, new Set(), disk));
      return { status: done.oids.length > 0 ? "committed" : "nothing", ...done };
    }
    tried.add(step.id);
    const result = await commitStep(request, step);
    done.oids.push(...result.oids);
    done.paths.push(...result.paths);
    done.heldBack.push(...result.heldBack);
    done.editsHeldBack.push(...result.editsHeldBack);
    const over = new Set(step.records.filter((record) => !waits(record, result.heldBack)));
    await lock(() => removePending(lociDir, read, over, disk));
  }
}

/** What a step made of a file that is held back is kept elsewhere; what is to be said of it waits. */
const waits = ({ path, versions }: PendingRecord, heldBack: readonly HeldBack[]): boolean =>
  versions === undefined && heldBack.some((one) => one.path === path);

async function commitStep(request: PendingRequest, step: PendingStep): Promise<PendingResult> {
  const edits = await commitEdits(request, step);
  const own = await commitOwn(request, step);
  await keepHeldBack(request, step, own, edits);
  return {
    status: "committed",
    oids: [edits, own].flatMap((one) => (one.status === "committed" ? one.oid : [])),
    paths: own.status === "committed" ? own.paths : [],
    heldBack: own.heldBack,
    editsHeldBack: edits.heldBack,
  };
}

/** What a person had changed in the files of a step before it is committed first, as theirs. */
function commitEdits(request: PendingRequest, step: PendingStep): Promise<CommitResult> {
  const { records, versionsByPath } = step;
  const contentOf = async (path: string, committed: Buffer | null, objects: Objects) => {
    const { before = null, head } = versionsByPath.get(path) ?? {};
    if (head === undefined || isOnDisk(request, path, committed)) return committed;
    return mergeInto(path, await readAt(objects, head, path), committed, before);
  };
  return commitPaths({
    ...toCommit(request, step),
    paths: [...versionsByPath.keys()],
    message: editMessage(records.flatMap(({ op, topic }) => (op === "derived" ? [] : topic))),
    author: request.authorOf(undefined),
    trailers: { Device: request.device },
    guard: request.editGuard ?? request.guard,
    contentOf,
  });
}

/** The step itself: what it made of its files, whatever a person or another device did to them meanwhile. */
function commitOwn(request: PendingRequest, step: PendingStep): Promise<CommitResult> {
  const contentOf = async (path: string, committed: Buffer | null) => {
    const versions = step.versionsByPath.get(path);
    if (versions === undefined) return undefined;
    if (isOnDisk(request, path, committed)) return committed;
    return mergeInto(path, versions.before, committed, versions.after);
  };
  return commitPaths({ ...toCommit(request, step), guard: guardOf(request, step), contentOf });
}

/** Then all that was done to it is committed, by whomever. */
function isOnDisk({ root }: PendingRequest, path: string, committed: Buffer | null): boolean {
  const found = readOwn(join(root, path), Number.MAX_SAFE_INTEGER);
  return found === undefined ? committed === null : committed?.equals(found) === true;
}

async function readAt(objects: Objects, commit: string, path: string): Promise<Buffer | null> {
  const { tree } = await objects.readCommit(commit);
  const version = await versionAt(objects, tree, path);
  return version === undefined ? null : objects.read(version.oid);
}

function mergeInto(
  path: string,
  base: Uint8Array | null,
  ours: Uint8Array | null,
  theirs: Uint8Array | null,
): Uint8Array | null {
  return mergeFile({ path, bases: [base], ours, theirs, removals: parseRemovals() }).bytes;
}

/** Of a file that is held back, its last step is kept, here only. */
async function keepHeldBack(
  { root, lociDir, now }: PendingRequest,
  { records, versionsByPath }: PendingStep,
  own: CommitResult,
  edits: CommitResult,
): Promise<void> {
  const isUndo = records.some(({ undoes }) => undoes !== undefined);
  const commit = own.status === "committed" ? own.oid : null;
  const paths = own.status === "committed" ? own.paths : [];
  const { oid: head } = await readHead(join(root, ".git"));
  const at = Math.floor(now.getTime() / 1_000);
  const step = { what: commitMessage(records), commit, head, at };
  for (const [path, { before, after }] of versionsByPath) {
    const isWhole = paths.includes(path) && edits.heldBack.every((one) => one.path !== path);
    if (isUndo || isWhole || isTranscript(path)) dropKeptStep(lociDir, path);
    else if (!paths.includes(path))
      keepStep(lociDir, { ...step, path: toWrittenPath(path), before, after });
  }
}

/** What a step itself added was asked for; the rest of a file is a person's. */
function guardOf(
  { lociDir, guard, editGuard }: PendingRequest,
  { records, versionsByPath }: PendingStep,
): ContentGuard {
  const memories = new Set(records.flatMap(({ op, path }) => (op === "derived" ? [] : path)));
  return (path, had, has) => {
    const fault = guard?.(path, had, has);
    const kept = () => readKeptSteps(lociDir).find((one) => one.path === path);
    const versions = versionsByPath.get(path) ?? kept();
    if (fault !== undefined || versions === undefined || !memories.has(path)) return fault;
    const old = new Set(linesOf(versions.before));
    const added = linesOf(versions.after).filter((line) => !old.has(line));
    return editGuard?.(path, Buffer.from([...linesOf(had), ...added].join("\n")), has);
  };
}

const linesOf = (bytes: Uint8Array | null | undefined): string[] =>
  Buffer.from(bytes ?? [])
    .toString("utf8")
    .split("\n");

function toCommit(
  { commitLock, authorOf, device, editGuard, ...rest }: PendingRequest,
  { records }: PendingStep,
): CommitRequest {
  // An agent is the author of what it alone asked for.
  const agents = new Set(records.flatMap(({ op, agent }) => (op === "derived" ? [] : [agent])));
  const agent = agents.size === 1 ? [...agents][0] : undefined;
  const undoes = records.find((record) => record.undoes !== undefined)?.undoes;
  return {
    ...rest,
    paths: [...new Set(records.map(({ path }) => path))],
    message: commitMessage(records),
    author: authorOf(agent),
    trailers: {
      Device: device,
      ...(agent === undefined ? {} : { Agent: agent }),
      ...(undoes === undefined ? {} : { Undoes: undoes }),
    },
  };
}
