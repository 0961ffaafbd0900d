import { LociError } from "../errors.ts";
import type { UseDays } from "../session/use-days.ts";
import { type FileVersions, isDerived, type OwnStep, ownSteps } from "../sync/history/own-steps.ts";
import { listFiles } from "../vault/list-files.ts";
import { unlocked } from "../vault/lock.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { resolveInVault, toWrittenPath } from "../vault/paths.ts";
import { readSettled } from "../vault/read-settled.ts";
import type { Viewer } from "../vault/viewer.ts";
import { inStep } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { offsetTime } from "./local-time.ts";
import { mayUndo } from "./may-undo.ts";
import { describeFile, putBack, type UndoableFile } from "./undo-file.ts";

/** What was taken back. */
export interface Undone {
  /** In words: "cooking: learned 2". */
  readonly what: string;
  readonly files: readonly string[];
  /** Lines of topics that went by it, and that came back. */
  readonly removed: readonly string[];
  readonly restored: readonly string[];
  /** A sentence for each thing that could not be taken back, since it was changed meanwhile. */
  readonly kept: readonly string[];
}

/** Something that can be taken back. */
export interface Undoable extends Pick<OwnStep, "id" | "kind" | "what" | "others"> {
  /** When it was committed. */
  readonly at: string;
  readonly files: readonly UndoableFile[];
}

interface UndoableQuery {
  readonly limit?: number;
  readonly kind?: OwnStep["kind"];
  /** How its id begins; an undo can be named too. */
  readonly id?: string;
  readonly signal?: AbortSignal;
}

/** Older ones are not listed. */
const maxListed = 20;

/**
 * What can be taken back, the last first; at most twenty. What would change nothing any more is left out. Throws LociError
 * GIT_BLOCKED where there is nothing, since commits are off.
 */
export async function listUndoable(
  context: MemoryContext,
  { limit = 1, kind, id = "", signal }: UndoableQuery = {},
): Promise<readonly Undoable[]> {
  await context.committer.commit();
  const found: Undoable[] = [];
  for await (const step of ownSteps(context, { signal, withUndos: id !== "" })) {
    if (!step.id.startsWith(id) || (kind !== undefined && step.kind !== kind)) continue;
    const described = await describe(context, step);
    if (changesAnything(described)) found.push(described);
    if (found.length >= Math.min(limit, maxListed)) break;
  }
  return found.length > 0 ? found : nothingToUndo(context, found);
}

/**
 * Takes back the last step that touches nothing that a viewer may not see, neither file nor line, and keeps what others
 * wrote since; undefined where there is none. Edits by hand are left alone. Throws as `listUndoable`.
 */
export async function undoLast(
  context: MemoryContext,
  useDays: UseDays,
  viewer: Viewer,
): Promise<Undone | undefined> {
  await context.committer.commit();
  let looked = 0;
  for await (const step of ownSteps(context)) {
    if (step.kind === "edit") continue;
    const described = await describe(context, step);
    if (!changesAnything(described)) continue;
    if (await mayUndo(context, viewer, step.files)) return await revertStep(context, useDays, step);
    if (++looked >= maxListed) break;
  }
  return nothingToUndo(context, undefined);
}

/**
 * Takes back the step whose id begins so, be it the undoing of another. Throws LociError NOT_FOUND where it was undone
 * meanwhile.
 */
export async function undoOne(
  context: MemoryContext,
  useDays: UseDays,
  id: string,
): Promise<Undone> {
  await context.committer.commit();
  for await (const step of ownSteps(context, { withUndos: true })) {
    if (step.id.startsWith(id)) return await revertStep(context, useDays, step);
  }
  throw new LociError(
    "NOT_FOUND",
    'Cannot take that back: something else was done meanwhile; look again with "loci undo --list"',
    { data: { id } },
  );
}

function nothingToUndo<T>({ committer }: MemoryContext, nothing: T): T {
  if (committer.isActive) return nothing;
  throw new LociError(
    "GIT_BLOCKED",
    "Cannot take anything back: undo goes by commits, and there are none here (commit.enabled, or no git repository)",
    {
      data: { fix: "set commit.enabled to true for this vault in device.yaml (docs/settings.md)" },
    },
  );
}

const changesAnything = ({ files }: Undoable): boolean =>
  files.some(
    ({ path, removes, restores }) => !isDerived(path) && [...removes, ...restores].length > 0,
  );

/** Takes a step back as a step of its own, and keeps what others wrote since. */
async function revertStep(
  context: MemoryContext,
  useDays: UseDays,
  step: OwnStep,
): Promise<Undone> {
  const { files, others } = await describe(context, step);
  await putStepBack(inStep(context, { undoes: step.id }), step.files);
  // What comes out of the archive by it does not go again at once.
  const restored = step.kind === "upkeep" ? step.files.flatMap(entriesGone) : [];
  for (const entry of restored) useDays.noteRestored(entry, context.time().slice(0, 10));
  // Files that are gone were not removed by this: their folder may be unmounted.
  if (files.some(({ isGone }) => !isGone)) await noteRemovals(context);
  else context.freshness.noteWrite();
  await context.committer.commit();
  const told = files.filter(({ path }) => !isDerived(path));
  return {
    what: step.what,
    files: files.map(({ path }) => path),
    removed: told.flatMap(({ removes }) => removes),
    restored: told.flatMap(({ restores }) => restores),
    kept: [
      ...told.flatMap(whatStays),
      ...others.map((path) => `${path} stays as it is: it is not a topic file`),
    ],
  };
}

function whatStays({ path, isGone, left }: UndoableFile): readonly string[] {
  if (isGone) return [`${path} is gone since, and stays so`];
  return left.map((line) => `${path}: this line was changed since, and stays: ${line}`);
}

async function describe(context: MemoryContext, step: OwnStep): Promise<Undoable> {
  const { id, kind, what, others } = step;
  const files: UndoableFile[] = [];
  for (const file of step.files) {
    const path = resolveInVault(context.root, toWrittenPath(file.path));
    files.push(describeFile(file, await readSettled(path, context.clock)));
  }
  return { id, kind, what, at: offsetTime(step.at, context.settings.timezone), files, others };
}

/** Under one lock; files that come back come first, so that no line is ever nowhere. */
export async function putStepBack(
  context: Parameters<typeof putBack>[0],
  files: readonly FileVersions[],
): Promise<void> {
  const isMade = ({ after }: FileVersions): boolean => after !== null;
  await context.lock(async () => {
    const held = { ...context, lock: unlocked };
    for (const file of files.toSorted((a, b) => Number(isMade(a)) - Number(isMade(b))))
      await putBack(held, file);
  });
}

/** What Loci removed is gone: a vault that is empty now is not one that was unmounted. */
export async function noteRemovals({
  root,
  freshness,
}: Pick<MemoryContext, "root" | "freshness">): Promise<void> {
  freshness.noteWrite();
  if (listFiles(root).files.length === 0) await freshness.refresh({ confirmRemovals: true });
}

/** Ids of the entries that a file had before, and not after. */
function entriesGone({ path, before, after }: FileVersions): readonly string[] {
  const idsIn = (bytes: Uint8Array | null): readonly string[] =>
    bytes === null ? [] : parseTopic(toWrittenPath(path), bytes).entries.map(({ id }) => id);
  const left = new Set(idsIn(after));
  return idsIn(before).filter((id) => !left.has(id));
}
