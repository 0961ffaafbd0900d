import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../../errors.ts";
import type { Author, CommitText } from "../../git/objects/commit.ts";
import type { Lock } from "../../vault/lock.ts";
import { commitMessage, editMessage } from "./commit-message.ts";
import {
  type CommitRequest,
  type CommitResult,
  commitPaths,
  type HeldBack,
} from "./commit-paths.ts";
import { dropKeptStep, keepStep, readKeptSteps } from "./kept-steps.ts";
import { isTranscript } from "./path-rules.ts";
import {
  type PendingRecord,
  type PendingStep,
  readPending,
  removePending,
  toSteps,
} from "./pending.ts";
import type { ContentGuard } from "./read-change.ts";
import { type FileChain, toChains } from "./step-chains.ts";

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

/** What came of the pending changes: one commit for each step, or the reason why there is none. */
export interface PendingResult {
  readonly status: "committed" | "nothing";
  readonly oids: readonly string[];
  readonly paths: readonly string[];
  readonly heldBack: readonly HeldBack[];
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
  const done = { oids: [] as string[], paths: [] as string[], heldBack: [] as HeldBack[] };
  const tried = new Set<string | undefined>();
  for (;;) {
    // Anew for each step: what was taken back meanwhile is not to be committed.
    const read = await lock(() => readPending(lociDir), signal);
    const steps = toSteps(read.records);
    const step = steps.find(({ id }) => !tried.has(id));
    if (step === undefined) {
      if (read.isDamaged) await lock(() => removePending(lociDir, read, new Set(), disk));
      return { status: done.oids.length > 0 ? "committed" : "nothing", ...done };
    }
    tried.add(step.id);
    const chains = toChains(steps, (path) => readDisk(join(request.root, path)));
    const result = await commitStep(request, step, chains);
    done.oids.push(...result.oids);
    done.paths.push(...result.paths);
    done.heldBack.push(...result.heldBack);
    const held = new Set(result.heldBack.map(({ path }) => path));
    // What a step made of a file that is held back is kept elsewhere.
    const waits = ({ path, versions }: PendingRecord) => held.has(path) && versions === undefined;
    const over = new Set(step.records.filter((record) => !waits(record)));
    await lock(() => removePending(lociDir, read, over, disk));
  }
}

function readDisk(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null; // The commit says what is wrong with it.
  }
}

/** A step is one commit; before it, as theirs, comes what a person had changed in its files. */
async function commitStep(
  request: PendingRequest,
  step: PendingStep,
  chains: ReadonlyMap<string, FileChain>,
): Promise<PendingResult> {
  const first = await commitOwn(request, step, chains);
  if (first !== "edited") return toResult(request, step, first);
  const edits = await commitPaths({
    ...toCommit(request, step),
    message: editMessage(topicsOf(step.records)),
    author: request.authorOf(undefined),
    trailers: { Device: request.device },
    guard: request.editGuard ?? request.guard,
    contentOf: (path, committed) => {
      const chain = chains.get(path);
      return chain === undefined ? "same" : chain.editOf(step.number, committed);
    },
  });
  const left = new Set(edits.heldBack.map(({ path }) => path));
  const own = await commitOwn(request, step, chains, left);
  return toResult(request, step, own === "edited" ? edits : own, edits);
}

const topicsOf = (records: readonly PendingRecord[]): string[] =>
  records.flatMap(({ op, topic }) => (op === "derived" ? [] : topic));

const edited = new LociError("BUSY", "Cannot commit a step yet: its files were edited before it");

/** `left`: what a person had changed before, and stays out of every commit. */
async function commitOwn(
  request: PendingRequest,
  step: PendingStep,
  chains: ReadonlyMap<string, FileChain>,
  left?: ReadonlySet<string>,
): Promise<CommitResult | "edited"> {
  const contentOf: CommitRequest["contentOf"] = (path, committed) => {
    const chain = chains.get(path);
    if (chain === undefined) return "disk";
    const content = chain.contentOf(step.number, committed);
    if (content !== "edited") return content;
    if (left === undefined) throw edited;
    return left.has(path) ? chain.madeBy(step.number) : "disk";
  };
  try {
    return await commitPaths({
      ...toCommit(request, step),
      guard: guardOf(request, step),
      contentOf,
    });
  } catch (error) {
    if (error === edited) return "edited";
    throw error;
  }
}

/** What came of a step. Of a file that is held back, before or after it, its last step is kept, here only. */
function toResult(
  { lociDir, now }: PendingRequest,
  { records, versionsByPath }: PendingStep,
  own: CommitResult,
  edits?: CommitResult,
): PendingResult {
  const all = edits === undefined ? [own] : [edits, own];
  const held = new Set(all.flatMap(({ heldBack }) => heldBack.map(({ path }) => path)));
  const isUndo = records.some(({ undoes }) => undoes !== undefined);
  const commit = own.status === "committed" ? own.oid : null;
  const paths = own.status === "committed" ? own.paths : [];
  const at = Math.floor(now.getTime() / 1_000);
  for (const [path, versions] of versionsByPath) {
    const isWhole = paths.includes(path) && !held.has(path);
    if (isUndo || isWhole || isTranscript(path)) dropKeptStep(lociDir, path);
    else keepStep(lociDir, { path, what: commitMessage(records), commit, at, ...versions });
  }
  return {
    status: all.some(({ status }) => status === "committed") ? "committed" : "nothing",
    oids: all.flatMap((one) => (one.status === "committed" ? one.oid : [])),
    paths,
    heldBack: own.heldBack,
  };
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
