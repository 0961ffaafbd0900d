import { NewestFirst } from "../../git/ancestry/newest-first.ts";
import { type BlobAt, blobFinder } from "./blob-at.ts";
import { findSource } from "./find-source.ts";
import { type LookBudget, openBudget } from "./look-budget.ts";
import { type History, stateOf } from "./open-history.ts";
import { type CommitFacts, readCommit } from "./read-commit.ts";

/** A commit that changed a file. */
export interface FileVersion {
  readonly commit: CommitFacts;
  /** What the file was called then. */
  readonly path: string;
  /** The name of its content; undefined where the commit removed it. */
  readonly blob: string | undefined;
  /** Those that came right before, of all branches; places in the list that they are in. */
  readonly before: readonly number[];
}

export interface FileVersions {
  /** Newest first. */
  readonly versions: readonly FileVersion[];
  /** Why there may have been more: one sentence each. */
  readonly notes: readonly string[];
}

export interface VersionsOptions {
  /** The commit to begin with. */
  readonly from: string;
  readonly path: string;
  /** Goes on with the file that this one was before it was renamed or split off. */
  readonly follow?: boolean;
  /** Most versions; older ones are left out, with a note. */
  readonly limit?: number;
  /** How much may be read to find what files were before, in bytes. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

/** To look for entries in so much takes some seconds. */
const mostBytes = 16 * 2 ** 20;

/**
 * The commits that changed a file, as `git log -- path` finds them: a merge that left the file as one of its parents
 * had it is passed over, and so are its other parents. Never throws for what is missing or damaged: the list ends
 * there, with a note.
 */
export async function fileVersions(
  history: History,
  options: VersionsOptions,
): Promise<FileVersions> {
  const walk: Walk = {
    history,
    options,
    blobAt: blobFinder(history.objects),
    budget: openBudget(history.objects, options.maxBytes ?? mostBytes, options.signal),
    commits: new Map(),
    queue: new NewestFirst(),
    steps: new Map(),
    found: [],
    notes: new Set(),
  };
  let count = 0;
  await enqueue(walk, options.from, options.path);
  for (let step = walk.queue.pop(); step !== undefined; step = walk.queue.pop()) {
    if (++count % 200 === 0) await new Promise(setImmediate); // Others get their turn, and an abort is heard.
    options.signal?.throwIfAborted();
    if (walk.found.length >= (options.limit ?? Number.POSITIVE_INFINITY)) {
      walk.notes.add(`only the newest ${walk.found.length} changes are looked at`);
      break;
    }
    await take(walk, step).catch((error: unknown) => note(walk, step.commit, error));
    walk.commits.delete(step.commit.oid);
  }
  return { versions: walk.found.map((step) => toVersion(walk, step)), notes: [...walk.notes] };
}

/** One commit, looked at for one name of the file. */
interface Step {
  readonly commit: CommitFacts;
  readonly path: string;
  blob?: string | undefined;
  /** Its place in the list, where it changed the file. */
  place?: number;
  /** Where to go on. */
  next: readonly Step[];
}

interface Walk {
  readonly history: History;
  readonly options: VersionsOptions;
  readonly blobAt: BlobAt;
  readonly budget: LookBudget;
  readonly commits: Map<string, CommitFacts>;
  readonly queue: NewestFirst<Step>;
  readonly steps: Map<string, Step>;
  readonly found: Step[];
  readonly notes: Set<string>;
}

async function enqueue(walk: Walk, oid: string, path: string): Promise<Step | undefined> {
  const key = `${oid} ${path}`;
  const known = walk.steps.get(key);
  if (known !== undefined) return known;
  const commit = await readOnce(walk, oid);
  const step: Step = { commit, path, next: [] };
  walk.steps.set(key, step);
  walk.queue.push(step, commit.committedAt);
  return step;
}

async function readOnce(walk: Walk, oid: string): Promise<CommitFacts> {
  const commit = walk.commits.get(oid) ?? (await readCommit(walk.history.objects, oid));
  walk.commits.set(oid, commit);
  return commit;
}

async function take(walk: Walk, step: Step): Promise<void> {
  const { commit, path } = step;
  step.blob = await walk.blobAt(commit.tree, path);
  const parents = await parentsOf(walk, step);
  const same = parents.find(({ blob }) => blob === step.blob);
  if (same !== undefined) {
    step.next = await enqueueAll(walk, [{ ...same, path }]);
    return;
  }
  if (parents.length === 0 && step.blob === undefined) return;
  step.place = walk.found.push(step) - 1;
  const before = parents.map((parent) => ({ ...parent, path }));
  const source = await sourceOf(walk, step, parents);
  step.next = await enqueueAll(walk, source === undefined ? before : [source]);
}

interface ParentFile {
  readonly commit: CommitFacts;
  readonly blob: string | undefined;
}

async function parentsOf(walk: Walk, { commit, path }: Step): Promise<readonly ParentFile[]> {
  const parents: ParentFile[] = [];
  if (walk.history.shallow.has(commit.oid) && commit.parents.length > 0) {
    walk.notes.add("this clone is shallow: what was before its first commit is not in it");
    return parents;
  }
  for (const oid of commit.parents) {
    try {
      const parent = await readOnce(walk, oid);
      parents.push({ commit: parent, blob: await walk.blobAt(parent.tree, path) });
    } catch (error) {
      note(walk, commit, error);
    }
  }
  return parents;
}

/** The file that a new one was before, by another name. */
async function sourceOf(walk: Walk, { commit, path, blob }: Step, parents: readonly ParentFile[]) {
  const [parent] = parents;
  if (walk.options.follow !== true || blob === undefined || parent === undefined) return undefined;
  if (parents.some((one) => one.blob !== undefined)) return undefined;
  const trees = { before: parent.commit.tree, after: commit.tree };
  const source = await findSource(walk.budget, trees, { path, blob }).catch((error: unknown) => {
    if (!walk.budget.isSpent()) throw error;
    walk.notes.add(`whether ${path} had another name before is looked for no further`);
    return undefined;
  });
  return source === undefined ? undefined : { ...parent, path: source };
}

async function enqueueAll(
  walk: Walk,
  parents: readonly { readonly commit: CommitFacts; readonly path: string }[],
): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const { commit, path } of parents) {
    const step = await enqueue(walk, commit.oid, path);
    if (step !== undefined) steps.push(step);
  }
  return steps;
}

function note(walk: Walk, { oid }: CommitFacts, error: unknown): void {
  walk.options.signal?.throwIfAborted();
  walk.notes.add(`what was before commit ${oid.slice(0, 8)} cannot be read: ${stateOf(error)}`);
}

function toVersion(walk: Walk, { commit, path, blob, next }: Step): FileVersion {
  const before = new Set<number>();
  for (const step of next) {
    const place = nearestChange(step);
    if (place !== undefined && walk.found[place] !== undefined) before.add(place);
  }
  return { commit, path, blob, before: [...before] };
}

/** Those that changed nothing are passed over; each then knows the way by heart. */
function nearestChange(first: Step): number | undefined {
  let step: Step | undefined = first;
  const passed: Step[] = [];
  while (step !== undefined && step.place === undefined) {
    passed.push(step);
    [step] = step.next;
  }
  for (const one of passed) one.next = step === undefined ? [] : [step];
  return step?.place;
}
