import { LociError } from "../errors.ts";
import type { FileVersions, UndoJournal, UndoStep } from "../session/undo-journal.ts";
import type { UseDays } from "../session/use-days.ts";
import { listFiles, maxFileBytes } from "../vault/list-files.ts";
import { lineKey, toLines } from "../vault/merge-lines.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { isLogPath, resolveInVault, toWrittenPath } from "../vault/paths.ts";
import { readOwn, readSettled } from "../vault/read-settled.ts";
import type { Viewer } from "../vault/viewer.ts";
import { noteSaidAgain } from "./change-and-note-file.ts";
import type { MemoryContext } from "./context.ts";
import { diffLines } from "./diff-lines.ts";
import { offsetTime } from "./local-time.ts";
import { mayUndo } from "./may-undo.ts";
import { type EditStep, isDerived, noteUndone, withEditSteps } from "./undo-edits.ts";
import { toWanted, type UndoneFile, undoStep } from "./undo-step.ts";

/** What was taken back. */
export interface Undone {
  /** In words: "saved a memory". */
  readonly what: string;
  readonly files: readonly string[];
  /** Lines of topics that went by it, and that came back. */
  readonly removed: readonly string[];
  readonly restored: readonly string[];
  /** A sentence for each thing that could not be taken back, since it was changed meanwhile. */
  readonly kept: readonly string[];
}

/** Something that can be taken back. */
export interface Undoable {
  /** Name it to take exactly this back. */
  readonly id: string;
  /** `step`: what Loci did on this device; `edit`: a commit of edits by hand on this device. */
  readonly kind: "step" | "edit";
  /** In words: "digested a conversation", "edited by hand: cooking". */
  readonly what: string;
  /** When it was committed; null where that is not known. */
  readonly at: string | null;
  readonly files: readonly UndoableFile[];
  /** Files that stay as they are: they are not Markdown. */
  readonly others: readonly string[];
}

export interface UndoableFile {
  readonly path: string;
  /** Lines that will go, and those that will come back. */
  readonly removes: readonly string[];
  readonly restores: readonly string[];
  /** Lines that were changed since, and stay. */
  readonly left: readonly string[];
}

/** Edits further back are not listed. */
const maxListed = 20;

/** What can be taken back, the last first; at most twenty. What would change nothing any more is left out. */
export function listUndoable(
  context: MemoryContext,
  journal: UndoJournal,
  { limit = 1, signal }: { readonly limit?: number; readonly signal?: AbortSignal } = {},
): Promise<readonly Undoable[]> {
  return withEditSteps(
    context,
    maxListed,
    async (edits) => {
      const found: Undoable[] = [];
      for (const step of await inOrder(await lastThatCounts(context, journal), edits)) {
        if (found.length >= Math.min(limit, maxListed)) break;
        const described = await describe(context, step);
        if (changesAnything(described)) found.push(described);
      }
      return found;
    },
    signal === undefined ? {} : { signal },
  );
}

/** Loci's last step that is not undone by other means already. */
async function lastThatCounts(
  context: MemoryContext,
  journal: UndoJournal,
): Promise<UndoStep | undefined> {
  for (const step of journal.all()) {
    if (changesAnything(await describe(context, step))) return step;
  }
  return undefined;
}

const changesAnything = ({ files }: Undoable): boolean =>
  files.some(({ removes, restores }) => removes.length + restores.length > 0);

/**
 * Takes back the last step that touches nothing that a viewer may not see, neither file nor line, and keeps what others
 * wrote since; undefined where there is none.
 */
export async function undoLast(
  context: MemoryContext,
  journal: UndoJournal,
  viewer: Viewer,
): Promise<Undone | undefined> {
  for (const step of journal.all()) {
    const { files } = await describe(context, step);
    if (await mayUndo(context, viewer, step, files)) {
      return revertStep(context, step, () => journal.drop(step.step));
    }
  }
  return undefined;
}

/** Takes back what `listUndoable` gave. Throws LociError NOT_FOUND where something else was done or undone meanwhile. */
export async function undoOne(
  context: MemoryContext,
  journal: UndoJournal,
  id: string,
): Promise<Undone> {
  const step = [...journal.all()].find((one) => one.step === id);
  if (step !== undefined) return revertStep(context, step, () => journal.drop(id));
  return withEditSteps(context, maxListed, async (edits) => {
    const edit = edits.find(({ step }) => step === id);
    if (edit === undefined) throw doneMeanwhile(id);
    const undone = await revertStep(context, edit, () => noteUndone(context.lociDir, id));
    const others = edit.others.map((path) => `${path} stays as it is: it is not a topic file`);
    return { ...undone, kept: [...undone.kept, ...others] };
  });
}

/** The last run of upkeep on this device that was not taken back yet; undefined where there is none in git's history. */
export const lastUpkeep = (context: MemoryContext): Promise<Undoable | undefined> =>
  withEditSteps(
    context,
    1,
    async ([run]) => (run === undefined ? undefined : describe(context, run)),
    { kind: "upkeep" },
  );

/** Takes that run back; what came out of the archive by it does not go again at once. Throws as `undoOne`. */
export function undoUpkeep(context: MemoryContext, useDays: UseDays, id: string): Promise<Undone> {
  return withEditSteps(
    context,
    1,
    async ([run]) => {
      if (run?.step !== id) throw doneMeanwhile(id);
      const undone = await revertStep(context, run, () => noteUndone(context.lociDir, id));
      const today = context.time().slice(0, 10);
      for (const entry of run.files.flatMap(entriesGone)) useDays.noteRestored(entry, today);
      return undone;
    },
    { kind: "upkeep" },
  );
}

/** Ids of the entries that a file had before, and not after. */
function entriesGone({ path, before, after }: FileVersions): readonly string[] {
  const idsIn = (bytes: Uint8Array | null): readonly string[] =>
    bytes === null ? [] : parseTopic(toWrittenPath(path), bytes).entries.map(({ id }) => id);
  const left = new Set(idsIn(after));
  return idsIn(before).filter((id) => !left.has(id));
}

const doneMeanwhile = (id: string): LociError =>
  new LociError(
    "NOT_FOUND",
    'Cannot take that back: something else was done meanwhile; look again with "loci undo --list"',
    { data: { id } },
  );

/** Loci's last step stands before the first edits that it was done after. */
async function inOrder(
  step: UndoStep | undefined,
  edits: readonly EditStep[],
): Promise<readonly (UndoStep | EditStep)[]> {
  if (step === undefined) return edits;
  let newer = 0;
  for (const edit of edits) {
    if (!(await edit.isAfter(step))) break;
    newer++;
  }
  return [...edits.slice(0, newer), step, ...edits.slice(newer)];
}

/** Takes a step back, and keeps what others wrote since; `done` is called once its files are as they should be. */
export async function revertStep(
  context: MemoryContext,
  step: UndoStep,
  done: () => void,
): Promise<Undone> {
  const { files } = await describe(context, step);
  const told = files.filter(({ path }) => !isDerived(path));
  const undone = await revertFiles(context, step);
  for (const { path, after } of step.files) {
    const file = toWrittenPath(path);
    const now = readOwn(resolveInVault(context.root, file), maxFileBytes) ?? null;
    await noteSaidAgain(context, file, { before: after, after: now });
  }
  done();
  // Files that are gone were not removed by this: their folder may be unmounted.
  if (undone.some(({ status }) => status !== "gone")) await noteRemovals(context);
  else context.freshness.noteWrite();
  await context.committer.commit();
  return {
    what: step.what,
    files: undone.map(({ path }) => path),
    removed: told.flatMap(({ removes }) => withoutBookkeeping(removes)),
    restored: told.flatMap(({ restores }) => withoutBookkeeping(restores)),
    kept: undone.flatMap(whatStays),
  };
}

/** What Loci removed is gone: a vault that is empty now is not one that was unmounted. */
export async function noteRemovals({
  root,
  freshness,
}: Pick<MemoryContext, "root" | "freshness">): Promise<void> {
  freshness.noteWrite();
  if (listFiles(root).files.length === 0) await freshness.refresh({ confirmRemovals: true });
}

/** Puts the files of a step back as they were; what others wrote since stays. */
export function revertFiles(
  context: Pick<MemoryContext, "root" | "lociDir" | "lock" | "clock" | "committer">,
  step: UndoStep,
): Promise<readonly UndoneFile[]> {
  return undoStep(
    {
      vault: context,
      note: (records) =>
        context.committer.note(
          records.map((one) => ({ ...one, op: isNamed(one.path) ? "taken back" : one.op })),
        ),
    },
    step,
  );
}

/** The digest log and the recent-topics index follow from what the commit names already. */
const isNamed = (path: string): boolean => path.endsWith(".md") && !isLogPath(path);

function whatStays({ path, status, left }: UndoneFile): string[] {
  if (status === "gone") return [`${path} is gone since, and stays so`];
  return left.map((line) => `${path}: this line was changed since, and stays: ${line}`);
}

async function describe(context: MemoryContext, step: UndoStep | EditStep): Promise<Undoable> {
  const files: UndoableFile[] = [];
  for (const file of step.files) files.push(await describeFile(context, file));
  const isEdit = "commit" in step;
  return {
    ...{ id: step.step, kind: isEdit ? "edit" : "step", what: step.what, files },
    at: isEdit ? offsetTime(step.commit.authoredAt, context.settings.timezone) : null,
    others: isEdit ? step.others : [],
  };
}

/** What would be done to a file as it now is. */
async function describeFile(
  { root, clock }: Pick<MemoryContext, "root" | "clock">,
  versions: FileVersions,
): Promise<UndoableFile> {
  const { path, before, after } = versions;
  const current = await readSettled(resolveInVault(root, toWrittenPath(path)), clock);
  const isGone = current === null && before !== null && after !== null;
  if (isGone) return { path, removes: [], restores: [], left: [] };
  const { bytes, left } = toWanted(versions, current);
  const [now, then] = [current, bytes].map((one) => (one === null ? [] : toLines(one)));
  const hunks = diffLines(now ?? [], then ?? []);
  return {
    path,
    removes: hunks.flatMap(({ remove }) => toWords(remove)),
    restores: hunks.flatMap(({ insert }) => toWords(insert)),
    left,
  };
}

/** Without the frontmatter of a whole file, and the dates in it that Loci keeps. */
export function withoutBookkeeping(lines: readonly string[]): readonly string[] {
  const head = lines[0] === "---" ? lines.indexOf("---", 1) + 1 : 0;
  return lines.slice(head).filter((line) => !/^(?:created|updated): \d{4}-\d\d-\d\d$/.test(line));
}

/** From the form of merge-lines.ts; blank lines say nothing. */
const toWords = (lines: readonly string[]): string[] =>
  lines
    .map((line) => Buffer.from(lineKey(line), "latin1").toString("utf8"))
    .filter((line) => line.trim() !== "");
