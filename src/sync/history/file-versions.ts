import { NewestFirst } from "../../git/ancestry/newest-first.ts";
import { createYielder } from "../../git/yield-to-event-loop.ts";
import { blobTexts, lostTexts } from "./blob-texts.ts";
import type { ChangedFile } from "./changed-files.ts";
import type { CommitGraph, PathChanges } from "./commit-graph.ts";
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
const defaultMaxBytes = 16 * 2 ** 20;

/**
 * The commits that changed a file, as `git log -- path` finds them: a merge that left the file as one of its parents
 * had it is passed over, and so are its other parents. Never throws for what is missing or damaged: the list ends
 * there, with a note.
 */
export async function fileVersions(
  history: History,
  options: VersionsOptions,
): Promise<FileVersions> {
  const { from, path, limit = Number.POSITIVE_INFINITY, signal } = options;
  const graph = await history.graph({ signal });
  const walk: Walk = {
    ...{ history, options, graph },
    budget: openBudget(history.objects, options.maxBytes ?? defaultMaxBytes, signal),
    queue: new NewestFirst(),
    names: new Map(),
    found: [],
    notes: new Set(),
  };
  const pause = createYielder(signal);
  const start = graph.idOf(from);
  if (start === undefined)
    await readCommit(history.objects, from); // Throws what is wrong with it.
  else enqueue(walk, start, nameOf(walk, path));
  for (let step = walk.queue.pop(); step !== undefined; step = walk.queue.pop()) {
    await pause();
    signal?.throwIfAborted();
    if (walk.found.length >= limit) {
      walk.notes.add(`only the newest ${walk.found.length} changes are looked at`);
      break;
    }
    try {
      await take(walk, step);
    } catch (error) {
      note(walk, step.id, error);
    }
  }
  return { versions: walk.found.map((step) => toVersion(walk, step)), notes: [...walk.notes] };
}

/** The past of one name of the file. */
interface Name {
  readonly path: string;
  readonly changesOf: (id: number) => PathChanges;
  readonly steps: Map<number, Step>;
}

/** One commit, looked at for one name of the file. */
interface Step {
  readonly id: number;
  readonly name: Name;
  /** Its place in the list, where it changed the file. */
  place?: number;
  /** Where to go on. */
  next: readonly Step[];
}

interface Found extends Pick<FileVersion, "commit" | "blob"> {
  readonly step: Step;
}

interface Walk {
  readonly history: History;
  readonly options: VersionsOptions;
  readonly graph: CommitGraph;
  readonly budget: LookBudget;
  readonly names: Map<string, Name>;
  readonly queue: NewestFirst<Step>;
  readonly found: Found[];
  readonly notes: Set<string>;
}

function nameOf({ graph, names }: Walk, path: string): Name {
  const known = names.get(path);
  if (known !== undefined) return known;
  const name = { path, changesOf: graph.changesOf(path), steps: new Map() };
  names.set(path, name);
  return name;
}

function enqueue(walk: Walk, id: number, name: Name): Step {
  const known = name.steps.get(id);
  if (known !== undefined) return known;
  const step: Step = { id, name, next: [] };
  walk.queue.push(step, walk.graph.node(id)?.time ?? 0);
  name.steps.set(id, step);
  return step;
}

async function take(walk: Walk, step: Step): Promise<void> {
  const { id, name } = step;
  const { parents, file, isCut, errors } = name.changesOf(id);
  if (isCut) walk.notes.add("this clone is shallow: what was before its first commit is not in it");
  for (const error of errors) note(walk, id, error);
  const same = parents.find(({ change }) => change === undefined);
  if (same !== undefined) {
    step.next = [enqueue(walk, same.id, name)];
    return;
  }
  const change = parents[0]?.change ?? file;
  if (change === undefined) return;
  const commit = await readCommit(walk.history.objects, walk.graph.oidOf(id));
  step.place = walk.found.push({ step, commit, blob: change.after }) - 1;
  const source = await sourceOf(walk, id, parents);
  step.next =
    source === undefined
      ? parents.map((parent) => enqueue(walk, parent.id, name))
      : [enqueue(walk, parents[0]?.id ?? id, nameOf(walk, source))];
}

/** The file that a new one was before, by another name. */
async function sourceOf(
  { options, graph, budget, notes }: Walk,
  id: number,
  parents: PathChanges["parents"],
): Promise<string | undefined> {
  const { path, after } = parents[0]?.change ?? {};
  if (options.follow !== true || path === undefined || after === undefined) return undefined;
  if (parents.some(({ change }) => change?.before !== undefined)) return undefined;
  const changed = graph.changesIn(id).find((one) => one !== undefined);
  if (changed === undefined) return undefined;
  return findSource(budget, changed, { path, blob: after }).catch((error: unknown) => {
    if (!budget.isSpent()) throw error;
    notes.add(`whether ${path} had another name before is looked for no further`);
    return undefined;
  });
}

/** A commit that touched more files is no renaming by hand, and would take long to look through. */
const maxFiles = 200;

/**
 * The file that a new one was before its commit, among all that the commit changed: one that is gone and had the same
 * content, else the one that lost most of the entries that the new one begins with. That covers topics that were
 * renamed, and those that were split.
 */
async function findSource(
  objects: LookBudget,
  changed: readonly ChangedFile[],
  file: { readonly path: string; readonly blob: string },
): Promise<string | undefined> {
  if (!isMarkdown(file.path)) return undefined;
  const lost = changed.filter(({ path, before }) => before !== undefined && isMarkdown(path));
  const renamed = lost.find(({ before, after }) => before === file.blob && after === undefined);
  if (renamed !== undefined) return renamed.path;
  if (lost.length === 0 || lost.length > maxFiles) return undefined;
  const textsOf = blobTexts(objects);
  const wanted = await textsOf(file.blob);
  let best: { readonly path: string; readonly count: number } | undefined;
  for (const one of lost) {
    const count = [...(await lostTexts(textsOf, one))].filter((text) => wanted.has(text)).length;
    if (count * 2 >= wanted.size && count > (best?.count ?? 0)) best = { path: one.path, count };
  }
  return best?.path;
}

const isMarkdown = (path: string): boolean => /\.md$/i.test(path);

function note({ options, graph, notes }: Walk, id: number, error: unknown): void {
  options.signal?.throwIfAborted();
  const commit = graph.oidOf(id).slice(0, 8);
  notes.add(`what was before commit ${commit} cannot be read: ${stateOf(error)}`);
}

function toVersion({ found }: Walk, { step, commit, blob }: Found): FileVersion {
  const before = new Set<number>();
  for (const next of step.next) {
    const place = nearestChange(next);
    if (place !== undefined && found[place] !== undefined) before.add(place);
  }
  return { commit, path: step.name.path, blob, before: [...before] };
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
