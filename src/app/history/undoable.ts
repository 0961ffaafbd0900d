import { diffLines } from "../../digest/undo/undo-lines.ts";
import { toWanted } from "../../digest/undo/undo-step.ts";
import { LociError } from "../../errors.ts";
import type { FileVersions, UndoJournal, UndoStep } from "../../session/undo-journal.ts";
import { markedOwner } from "../../vault/marks.ts";
import { lineKey, toLines } from "../../vault/merge-lines.ts";
import { resolveInVault, toWrittenPath } from "../../vault/paths.ts";
import { readSettled } from "../../vault/read-settled.ts";
import { isOwnerVisible, type Viewer } from "../../vault/viewer.ts";
import { offsetTime } from "../local-time.ts";
import type { Parts } from "../parts.ts";
import { isPathVisible } from "./tell-life.ts";
import { takeBack, type Undone } from "./undo.ts";
import { type EditStep, noteUndone, withEditSteps } from "./undo-edits.ts";

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
  /** Files that stay as they are: they are no Markdown. */
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

/** Further back nobody remembers what an edit was. */
const mostListed = 20;

/** What can be taken back, the last first; at most twenty. What would change nothing any more is left out. */
export function listUndoable(
  parts: Parts,
  journal: UndoJournal,
  { limit = 1, signal }: { readonly limit?: number; readonly signal?: AbortSignal } = {},
): Promise<readonly Undoable[]> {
  return withEditSteps(
    parts,
    mostListed,
    async (edits) => {
      const found: Undoable[] = [];
      for (const step of await inOrder(await lastThatCounts(parts, journal), edits)) {
        if (found.length >= Math.min(limit, mostListed)) break;
        const told = await describe(parts, step);
        if (changesAnything(told)) found.push(told);
      }
      return found;
    },
    signal,
  );
}

/** Loci's last step that is not undone by other means already. */
async function lastThatCounts(parts: Parts, journal: UndoJournal): Promise<UndoStep | undefined> {
  for (const step of journal.all()) {
    if (changesAnything(await describe(parts, step))) return step;
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
  parts: Parts,
  journal: UndoJournal,
  viewer: Viewer,
): Promise<Undone | undefined> {
  for (const step of journal.all()) {
    const { files } = await describe(parts, step);
    if (files.every((file) => isFileVisible(viewer, file))) {
      return takeBack(parts, step, () => journal.drop(step.step));
    }
  }
  return undefined;
}

const isFileVisible = (viewer: Viewer, { path, removes, restores }: UndoableFile): boolean =>
  isPathVisible({ viewer }, path) &&
  [...removes, ...restores].every((line) => isOwnerVisible(viewer, markedOwner([line])));

/** Takes back what `listUndoable` gave. Throws LociError NOT_FOUND where something else was done or undone meanwhile. */
export async function undoOne(parts: Parts, journal: UndoJournal, id: string): Promise<Undone> {
  const step = [...journal.all()].find((one) => one.step === id);
  if (step !== undefined) return takeBack(parts, step, () => journal.drop(id));
  return withEditSteps(parts, mostListed, async (edits) => {
    const edit = edits.find(({ step }) => step === id);
    if (edit === undefined) throw doneMeanwhile(id);
    const undone = await takeBack(parts, edit, () => noteUndone(parts.lociDir, id));
    const others = edit.others.map((path) => `${path} stays as it is: it is no topic file`);
    return { ...undone, kept: [...undone.kept, ...others] };
  });
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

async function describe(parts: Parts, step: UndoStep | EditStep): Promise<Undoable> {
  const files: UndoableFile[] = [];
  for (const file of step.files) files.push(await describeFile(parts, file));
  const isEdit = "commit" in step;
  return {
    ...{ id: step.step, kind: isEdit ? "edit" : "step", what: step.what, files },
    at: isEdit ? offsetTime(step.commit.authoredAt, parts.settings.timezone) : null,
    others: isEdit ? step.others : [],
  };
}

/** What would be done to a file as it now is. */
async function describeFile({ root, clock }: Parts, versions: FileVersions): Promise<UndoableFile> {
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

/** From the form of merge-lines.ts; blank lines say nothing. */
const toWords = (lines: readonly string[]): string[] =>
  lines
    .map((line) => Buffer.from(lineKey(line), "latin1").toString("utf8"))
    .filter((line) => line.trim() !== "");
