import { LociError } from "../errors.ts";
import type { Sessions } from "../session/open-session-db.ts";
import { type FileVersions, isDerived, type OwnStep, ownSteps } from "../sync/history/own-steps.ts";
import { mergeFile } from "../sync/merge/file/merge-file.ts";
import { unlocked } from "../vault/lock.ts";
import { pairEntries, wholeOf } from "../vault/log/pair-entries.ts";
import { placeOf, resolveInVault, type TopicPath, toFilePath } from "../vault/paths.ts";
import { parseTopic } from "../vault/topic/parse-topic.ts";
import { hiddenFrom, isScopeVisible, type Viewer } from "../vault/topic/viewer.ts";
import { addedLines, fromLines, lineKey, toLines } from "../vault/write/heal-save.ts";
import { readSettled } from "../vault/write/read-settled.ts";
import { changeVaultFile, inStep, noteRemovals } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { offsetTime } from "./local-time.ts";

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

/** Older ones are not listed. */
const maxListed = 20;

/** Those of which the name begins with `id`, be it an undo; else those that were not undone. */
export interface UndoableQuery {
  readonly limit?: number;
  readonly id?: string;
}

/**
 * What can be taken back, the last first; at most twenty. What would change nothing any more is left out. Throws
 * LociError BAD_CONFIG where there is nothing, since commits are off.
 */
export async function listUndoable(
  context: MemoryContext,
  { limit = 1, id }: UndoableQuery = {},
): Promise<readonly Undoable[]> {
  const found: Undoable[] = [];
  for await (const { step, files } of changesOf(context, id)) {
    const at = offsetTime(step.at, context.settings.timezone);
    const { kind, what, others } = step;
    found.push({ id: step.id, kind, what, at, files: files.map(({ told }) => told), others });
    if (found.length >= Math.min(limit, maxListed)) break;
  }
  if (found.length === 0) checkCommits(context);
  return found;
}

/**
 * Takes back the last step that touches nothing that a viewer may not see, neither file nor line, and keeps what others
 * wrote since; undefined where there is none. Edits by hand are left alone. Throws as `listUndoable`.
 */
export async function undoLast(
  context: MemoryContext,
  sessions: Pick<Sessions, "noteRestored">,
  viewer: Viewer,
): Promise<Undone | undefined> {
  let count = 0;
  for await (const change of changesOf(context)) {
    if (change.step.kind === "edit") continue;
    if (change.files.every((file) => mayUndo(viewer, file)))
      return revertStep(context, sessions, change);
    if (++count >= maxListed) break;
  }
  checkCommits(context);
  return undefined;
}

/** Whether undoing a file touches only lines that the viewer may see. */
function mayUndo(viewer: Viewer, { path, now, wanted }: LookedAt): boolean {
  const hidden = (bytes: Uint8Array | null): string => {
    const read = bytes ?? new Uint8Array();
    const text = new TextDecoder().decode(read);
    return path.endsWith(".md") ? hiddenFrom(viewer, { topic: parseTopic(path, read), text }) : "";
  };
  return isScopeVisible(viewer, placeOf(path).scope) && hidden(now) === hidden(wanted);
}

/**
 * Takes back the step whose id begins so, be it the undoing of another. Throws LociError NOT_FOUND where it was undone
 * meanwhile.
 */
export async function undoOne(
  context: MemoryContext,
  sessions: Pick<Sessions, "noteRestored">,
  id: string,
): Promise<Undone> {
  for await (const change of changesOf(context, id)) return revertStep(context, sessions, change);
  throw new LociError(
    "NOT_FOUND",
    'Cannot take that back: something else was done meanwhile; look again with "loci undo --list"',
    { data: { id } },
  );
}

/** A step that would change something, with its files. */
interface StepChange {
  readonly step: OwnStep;
  readonly files: readonly LookedAt[];
}

/** A file of a step as it is, and as it would be. */
interface LookedAt {
  readonly path: TopicPath;
  readonly now: Uint8Array | null;
  readonly wanted: Uint8Array | null;
  readonly told: UndoableFile;
}

/** The steps that would change something, the last first. What is not committed yet is committed first. */
async function* changesOf(context: MemoryContext, id = ""): AsyncGenerator<StepChange> {
  await context.committer.commit();
  for await (const step of ownSteps(context, { withUndos: id !== "" })) {
    if (!step.id.startsWith(id)) continue;
    const files: LookedAt[] = [];
    for (const file of step.files) {
      const path = toFilePath(file.path);
      const now = await readSettled(resolveInVault(context.root, path), context.clock);
      const wanted = toWanted(file, now);
      files.push({ path, now, wanted, told: describeFile(file, now, wanted) });
    }
    const isChanged = ({ path, told: { removes, restores } }: LookedAt): boolean =>
      !isDerived(path) && removes.length + restores.length > 0;
    if (files.some(isChanged)) yield { step, files };
  }
}

/** Explains an empty list: without commits there is nothing to undo. */
function checkCommits({ committer }: MemoryContext): void {
  if (committer.isActive) return;
  throw new LociError(
    "BAD_CONFIG",
    "Cannot take anything back: undo goes by commits, and there are none here; set commit.enabled to true for this vault in device.yaml (docs/settings.md), in a git repository",
  );
}

/** Takes a step back as a step of its own, and keeps what others wrote since. */
async function revertStep(
  context: MemoryContext,
  sessions: Pick<Sessions, "noteRestored">,
  { step, files }: StepChange,
): Promise<Undone> {
  await putBack(inStep(context, { undoes: step.id }), step.files);
  // What comes out of the archive is not archived again at once.
  const back = step.kind === "upkeep" ? step.files.flatMap(entriesGone) : [];
  for (const entry of back) sessions.noteRestored(entry, context.time().slice(0, 10));
  const all = files.map(({ told }) => told);
  // A missing file was not removed by this undo: its folder may be unmounted.
  if (all.some(({ isGone }) => !isGone)) await noteRemovals(context);
  else context.freshness.noteWrite();
  await context.committer.commit();
  const told = all.filter(({ path }) => !isDerived(path));
  return {
    what: step.what,
    files: all.map(({ path }) => path),
    removed: told.flatMap(({ removes }) => removes),
    restored: told.flatMap(({ restores }) => restores),
    kept: [
      ...told.flatMap(whatStays),
      ...step.others.map((path) => `${path} stays as it is: it is not a topic file`),
    ],
  };
}

function whatStays({ path, isGone, left }: UndoableFile): readonly string[] {
  if (isGone) return [`${path} is gone since, and stays so`];
  return left.map((line) => `${path}: this line was changed since, and stays: ${line}`);
}

/** Ids of the entries that a file had before, and not after. */
function entriesGone({ path, before, after }: FileVersions): readonly string[] {
  const [had = [], has = []] = [before, after].map((bytes) =>
    parseTopic(toFilePath(path), bytes ?? new Uint8Array()).entries.map(({ id }) => id),
  );
  return had.filter((id) => !has.includes(id));
}

type Bytes = Uint8Array | null;

/** Pure: the file without the step: the entry merge of its present bytes with those from before. */
export function toWanted({ path, before, after }: FileVersions, current: Bytes): Bytes {
  if (current === null) return after === null ? before : null; // What was removed since stays so.
  const merge = (theirs: Bytes): Bytes =>
    mergeFile({ path, bases: [after], ours: current, theirs }).bytes;
  const merged = merge(before);
  const isMade = before === null && after !== null && merged !== null && !isDerived(path);
  // In a file that the step made, later additions keep the title above them.
  return isMade ? merge(withoutEntries(path, after)) : merged;
}

function withoutEntries(path: string, bytes: Uint8Array): Uint8Array {
  const lines = toLines(bytes);
  for (const { line, endLine } of parseTopic(toFilePath(path), bytes).entries.toReversed())
    lines.splice(line - 1, endLine - line + 1);
  while (lines.at(-2)?.trim() === "") lines.pop();
  return fromLines(lines);
}

/** What taking a step back does to a file. */
export interface UndoableFile {
  readonly path: string;
  /** Lines that will go, and those that will come back. */
  readonly removes: readonly string[];
  readonly restores: readonly string[];
  /** Lines that were changed since, and stay. */
  readonly left: readonly string[];
  /** It has been deleted since, and stays so. */
  readonly isGone: boolean;
}

/** Pure: `wanted` is what `toWanted` makes of what is there. */
export function describeFile(
  { path, before, after }: FileVersions,
  current: Bytes,
  wanted: Bytes,
): UndoableFile {
  const isLeft = current !== null && wanted !== null && !isDerived(path);
  return {
    path,
    removes: linesOnlyIn(current, wanted),
    restores: linesOnlyIn(wanted, current),
    left: isLeft ? changedLines(path, before, after, current) : [],
    isGone: current === null && before !== null && after !== null,
  };
}

/** The lines of the step that say something else now. */
function changedLines(path: string, before: Bytes, after: Bytes, current: Bytes): string[] {
  const entriesOf = (bytes: Bytes) =>
    parseTopic(toFilePath(path), bytes ?? new Uint8Array()).entries;
  const known = new Set(entriesOf(before).map(wholeOf));
  const lines = toLines(after ?? new Uint8Array());
  return pairEntries(entriesOf(after), entriesOf(current), { byPlace: true })
    .pairs.filter(([was, is]) => wholeOf(was) !== wholeOf(is) && !known.has(wholeOf(was)))
    .map(([{ line }]) => Buffer.from(lineKey(lines[line - 1] ?? ""), "latin1").toString("utf8"));
}

/** Without blank lines, the frontmatter of a whole file, and the dates in it that Loci keeps. */
function linesOnlyIn(bytes: Bytes, other: Bytes): readonly string[] {
  const lines = toLines(bytes ?? new Uint8Array());
  const isWhole = other === null && lines[0] === "---";
  const shown = lines.slice(isWhole ? lines.indexOf("---", 1) + 1 : 0);
  return addedLines(other, fromLines(shown)).filter(
    (line) => !/^(?:created|updated): \d{4}-\d\d-\d\d$/.test(line),
  );
}

/**
 * Puts files back; what others wrote into them since stays. Under one lock, and files that come back come first, so
 * that no line is ever nowhere. Safe to run again after a crash.
 */
export async function putBack(
  context: Parameters<typeof changeVaultFile>[0],
  files: readonly FileVersions[],
): Promise<void> {
  const isMade = ({ after }: FileVersions): number => Number(after !== null);
  const change = changeVaultFile({ ...context, lock: unlocked });
  await context.lock(async () => {
    for (const versions of files.toSorted((a, b) => isMade(a) - isMade(b))) {
      const path = toFilePath(versions.path);
      const op = isDerived(path) ? "derived" : "taken back";
      await change(path, (now) => ({ bytes: toWanted(versions, now), result: null, ops: [op] }));
    }
  });
}
