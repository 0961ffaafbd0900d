import { join } from "node:path";
import type { Author, CommitText } from "../../git/objects/commit.ts";
import { isPlain, versionAt } from "../../git/objects/tree.ts";
import { readHead } from "../../git/refs/head.ts";
import type { Lock } from "../../vault/lock.ts";
import { toWrittenPath } from "../../vault/paths.ts";
import { readOwn } from "../../vault/read-settled.ts";
import type { MoveContext, MovePlace } from "../apply/move-context.ts";
import { mergeFile } from "../merge/file/merge-file.ts";
import { parseRemovals } from "../merge/file/removals.ts";
import { isTranscript } from "../merge/trees/path-rules.ts";
import { commitMessage, editMessage } from "./commit-message.ts";
import {
  type Collected,
  type CommitResult,
  commitFiles,
  type HeldBack,
  openCommits,
} from "./commit-paths.ts";
import {
  type Base,
  type ContentGuard,
  guarded,
  type Inspected,
  inspect,
  inspectAll,
  ownPatience,
} from "./inspect.ts";
import { dropKeptStep, keepStep, readKeptSteps } from "./kept-steps.ts";
import { type PendingStep, readPending, removePending, toSteps } from "./pending.ts";

/** A commit of everything that Loci wrote since the last one. */
export interface PendingRequest extends MovePlace {
  /** A second lock of the vault, for commits only; it is held longer, writers do not wait for it. */
  readonly commitLock: Lock;
  /** The author of what an agent wrote, or the person (undefined) through Loci. */
  readonly authorOf: (agent: string | undefined) => Author;
  /** The name of this device, for the trailer. */
  readonly device: string;
  readonly now: () => Date;
  readonly guard?: ContentGuard | undefined;
  /** As `guard`, for what a person wrote into the same files. */
  readonly editGuard?: ContentGuard | undefined;
}

/** What came of the pending changes: one commit for each step. */
export interface PendingResult {
  readonly status: "committed" | "nothing";
  readonly oids: readonly string[];
  readonly paths: readonly string[];
  readonly heldBack: readonly HeldBack[];
}

/**
 * Commits what the journal `.loci/pending` names and takes it out of there. Processes that waited for
 * their turn find it done and return at once; what is held back stays for the next time, and so does what is left where
 * it rejects, as `commitFiles` does.
 */
export async function commitPending(request: PendingRequest): Promise<PendingResult> {
  return request.commitLock(() => commitSteps(request), request.signal);
}

async function commitSteps(request: PendingRequest): Promise<PendingResult> {
  const { lociDir, lock, signal, disk } = request;
  const done = { oids: [] as string[], paths: [] as string[], heldBack: [] as HeldBack[] };
  const tried = new Set<string | undefined>();
  let context: MoveContext | undefined;
  for (;;) {
    // Anew for each step: what was taken back meanwhile is not to be committed.
    const read = await lock(() => readPending(lociDir), signal);
    const step = toSteps(read).find(({ id }) => !tried.has(id));
    if (step === undefined) {
      if (read.includes(undefined)) await lock(() => removePending(lociDir, read, new Set(), disk));
      return { status: done.oids.length > 0 ? "committed" : "nothing", ...done };
    }
    tried.add(step.id);
    context ??= await openCommits(request);
    const collectEdits = (base: Base) => editsOf(request, step, base);
    const edits = await commitFiles(context, collectEdits);
    const own = await commitFiles(context, (base) => filesOf(request, step, base));
    await keepHeldBack(request, step, own);
    done.oids.push(...oidsOf(edits), ...oidsOf(own));
    done.paths.push(...(own.status === "committed" ? own.paths : []));
    done.heldBack.push(...own.heldBack);
    const held = new Set(own.heldBack.map(({ path }) => path));
    // What a step made of a file that is held back is kept elsewhere; what is to be said of it waits.
    const over = step.records.filter(({ path, versions }) => versions || !held.has(path));
    await lock(() => removePending(lociDir, read, new Set(over), disk));
  }
}

const oidsOf = (result: CommitResult): string[] =>
  result.status === "committed" ? [result.oid] : [];

/** What a person had changed in the files of a step before it is committed first, as theirs. */
async function editsOf(
  request: PendingRequest,
  { records, versionsByPath }: PendingStep,
  base: Base,
): Promise<Collected> {
  const files: Inspected[] = [];
  for (const [path, { before, head }] of versionsByPath) {
    // That a file is gone is believed later, with all other edits.
    if (head === undefined || before === null) continue;
    const then = await readAt(base, head, path).catch(() => undefined); // History was rewritten since.
    if (then !== undefined) files.push(...(await inspectMerged(base, path, then, before)));
  }
  const text = {
    message: editMessage(records.flatMap(({ op, topic }) => (op === "derived" ? [] : topic))),
    author: request.authorOf(undefined),
    trailers: { Device: request.device },
    now: request.now(),
  };
  return { text, files: guarded(files, request.editGuard ?? request.guard) };
}

/** The step itself: what it made of its files, whatever a person or another device did to them meanwhile. */
async function filesOf(request: PendingRequest, step: PendingStep, base: Base): Promise<Collected> {
  const { records, versionsByPath } = step;
  const files: Inspected[] = [];
  for (const [path, { before, after }] of versionsByPath)
    files.push(...(await inspectMerged(base, path, before, after)));
  // What is only said of a file is committed as it stands.
  const said = new Set(records.map(({ path }) => path).filter((path) => !versionsByPath.has(path)));
  files.push(...(await inspectAll(base, said, ownPatience)));
  return { text: textOf(request, step), files: guarded(files, guardOf(request, step)) };
}

/** A file of the last commit with what was done to it between two versions; none where nothing comes of it. */
async function inspectMerged(
  base: Base,
  path: string,
  from: Uint8Array | null,
  to: Uint8Array | null,
): Promise<readonly Inspected[]> {
  const ours = base.parent === undefined ? null : await readAt(base, base.parent.oid, path);
  const disk = readOwn(join(base.context.root, path), Number.MAX_SAFE_INTEGER);
  // As it stands on disk: then all that was done to it is committed, by whomever.
  if (disk === undefined ? ours === null : ours?.equals(disk)) return [];
  const merged = mergeFile({ path, bases: [from], ours, theirs: to, removals: parseRemovals() });
  const file = await inspect(base, path, merged.bytes);
  return file === undefined ? [] : [file];
}

/** A file as a commit has it; null where it has none. */
async function readAt(
  { context: { objects } }: Base,
  commit: string,
  path: string,
): Promise<Buffer | null> {
  const version = await versionAt(objects, (await objects.readCommit(commit)).tree, path);
  return isPlain(version) ? objects.read(version.oid) : null;
}

/** Of a file that is held back, its last step is kept, here only. */
async function keepHeldBack(
  { root, lociDir, now }: PendingRequest,
  { records, versionsByPath }: PendingStep,
  own: CommitResult,
): Promise<void> {
  const isUndo = records.some(({ undoes }) => undoes !== undefined);
  const [commit = null] = oidsOf(own);
  const { oid: head } = await readHead(join(root, ".git"));
  const at = Math.floor(now().getTime() / 1_000);
  const step = { what: commitMessage(records), commit, head, at };
  for (const [path, { before, after }] of versionsByPath) {
    const isCommitted = own.status === "committed" && own.paths.includes(path);
    if (isUndo || isCommitted || isTranscript(path)) dropKeptStep(lociDir, path);
    else keepStep(lociDir, { ...step, path: toWrittenPath(path), before, after });
  }
}

/**
 * What a step itself added was asked for; the rest of its file is a person's. A file is held back as a whole: what the
 * step added may be under a mark of theirs.
 */
function guardOf(
  { lociDir, guard, editGuard }: PendingRequest,
  { records, versionsByPath }: PendingStep,
): ContentGuard {
  const memories = new Set(records.flatMap(({ op, path }) => (op === "derived" ? [] : path)));
  return (path, had, has) => {
    const fault = guard?.(path, had, has);
    const own = versionsByPath.get(path);
    const asked = own ?? readKeptSteps(lociDir).find((one) => one.path === path);
    if (fault !== undefined || asked === undefined || !memories.has(path)) return fault;
    const old = new Set(linesOf(asked.before));
    const added = linesOf(asked.after).filter((line) => !old.has(line));
    const allowed = Buffer.from([...linesOf(had), ...added].join("\n"));
    return editGuard?.(path, allowed, Buffer.from(own?.after ?? has));
  };
}

const linesOf = (bytes: Uint8Array | null | undefined): string[] =>
  Buffer.from(bytes ?? [])
    .toString("utf8")
    .split("\n");

function textOf({ authorOf, device, now }: PendingRequest, { records }: PendingStep): CommitText {
  // An agent is the author of what it alone asked for.
  const agents = new Set(records.flatMap(({ op, agent }) => (op === "derived" ? [] : [agent])));
  const agent = agents.size === 1 ? [...agents][0] : undefined;
  const undoes = records.find((record) => record.undoes !== undefined)?.undoes;
  const trailers: Record<string, string> = { Device: device };
  if (agent !== undefined) trailers.Agent = agent;
  if (undoes !== undefined) trailers.Undoes = undoes;
  return { message: commitMessage(records), author: authorOf(agent), trailers, now: now() };
}
