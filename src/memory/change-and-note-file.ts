import { existsSync, lstatSync } from "node:fs";
import { join } from "node:path";

import { LociError } from "../errors.ts";
import type { UndoJournal } from "../session/undo-journal.ts";
import { type ChangeFile, changeFile } from "../vault/change-file.ts";
import { isBareTopic } from "../vault/edit-topic.ts";
import { maxFileBytes } from "../vault/list-files.ts";
import type { Lock } from "../vault/lock.ts";
import { isLogPath, resolveInVault, type TopicPath } from "../vault/paths.ts";
import { readOwn } from "../vault/read-settled.ts";
import { removeFile } from "../vault/remove-file.ts";
import type { MemoryContext } from "./context.ts";

type Changing = Pick<
  MemoryContext,
  "root" | "lociDir" | "lock" | "clock" | "committer" | "freshness" | "now"
>;

/** A step that a person may take back. */
export interface UndoableStep {
  readonly journal: Pick<UndoJournal, "note">;
  readonly step: string;
  /** In words: "saved a memory". */
  readonly what: string;
  readonly session: string | null;
}

/**
 * Changes files under the writer lock, each noted for the next commit before it is written, and kept in the undo journal
 * where it is part of a step.
 */
export function changeVaultFile(context: Changing, undoable?: UndoableStep): ChangeFile {
  const { root, lociDir, lock, clock, committer, freshness } = context;
  return async (path, change, notesOf) => {
    let versions: { before: Uint8Array | null; after: Uint8Array } | undefined;
    const noting: Lock = (work, signal) =>
      lock(async () => {
        await committer.note(notesOf(readPlain(resolveInVault(root, path), path)));
        return work();
      }, signal);
    const bounded: typeof change = (bytes) => {
      const made = refuseTooLarge(path, change(bytes));
      versions = { before: bytes, after: made.bytes };
      return made;
    };
    const result = await named(path, () =>
      changeFile({ root, lociDir, path, lock: noting, clock }, bounded),
    ).finally(freshness.noteWrite);
    if (versions === undefined) return result;
    // Before the save is acknowledged: else another device might take it for forgotten.
    await noteSaidAgain(context, path, versions);
    const { before, after } = versions;
    if (undoable !== undefined && (before === null || Buffer.compare(before, after) !== 0)) {
      const { journal, step, what, session } = undoable;
      journal.note(step, what, session, { path, before, after });
    }
    return result;
  };
}

/** Removes a file that Loci made and that holds no memory any more, as part of the step. True where it did. */
export async function removeBareTopic(
  context: Changing,
  path: TopicPath,
  undoable?: UndoableStep,
): Promise<boolean> {
  const { root, lociDir, lock, clock, freshness } = context;
  const bytes = readOwn(resolveInVault(root, path), maxFileBytes);
  if (bytes === undefined || !isBareTopic(bytes)) return false;
  const removal = await removeFile({ root, lociDir, lock, clock, path }, bytes);
  freshness.noteWrite();
  if (removal !== "removed") return false;
  undoable?.journal.note(undoable.step, undoable.what, undoable.session, {
    path,
    before: bytes,
    after: null,
  });
  return true;
}

/** What was forgotten, and stands again in a file that is changed, may be so on every device. */
export async function noteSaidAgain(
  context: Changing,
  path: TopicPath,
  versions: { readonly before: Uint8Array | null; readonly after: Uint8Array | null },
): Promise<void> {
  const mayHaveForgotten =
    path.endsWith(".md") &&
    !isLogPath(path) &&
    existsSync(join(context.root, "log", "forgotten.txt"));
  if (mayHaveForgotten) {
    await (await import("./forgotten-marks.ts")).markSaidAgain(context, path, versions);
  }
}

/** The bytes of a plain file; null where there is none. A pipe in its place would be waited for without an end. */
function readPlain(file: string, path: string): Uint8Array | null {
  const bytes = readOwn(file, Number.POSITIVE_INFINITY);
  if (bytes !== undefined) return bytes;
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return null;
  const state = found.isFile()
    ? "this user may not read it"
    : "it is a link or no plain file; move it away";
  throw new LociError("UNREADABLE", `Cannot read the file "${path}": ${state}`, {
    data: { file: path },
  });
}

/** A file past the limit is not read any more: what went into it would never be found. */
function refuseTooLarge<T extends { readonly bytes: Uint8Array }>(path: string, changed: T): T {
  if (changed.bytes.length <= maxFileBytes) return changed;
  throw new LociError(
    "BAD_INPUT",
    `Cannot add to "${path}": it would be larger than 2 MB, which Loci does not read; split it into several topics`,
    { data: { file: path } },
  );
}

/** Says which file it was, where the change itself could not know. */
async function named<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LociError) || error.message.includes(path)) throw error;
    throw new LociError(error.code, `${path}: ${error.message}`, {
      cause: error,
      data: { ...error.data, file: path },
    });
  }
}
