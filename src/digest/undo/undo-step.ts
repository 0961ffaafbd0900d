import { LociError } from "../../errors.ts";
import type { FileVersions, UndoStep } from "../../session/undo-journal.ts";
import {
  type ChangeNote,
  changedMeanwhile,
  changeFile,
  type WritableVault,
} from "../../vault/change-file.ts";
import { countLines, lineKey, toLines } from "../../vault/merge-lines.ts";
import { placeOf, resolveInVault, type TopicPath, toWrittenPath } from "../../vault/paths.ts";
import { readSettled } from "../../vault/read-settled.ts";
import { removeFile } from "../../vault/remove-file.ts";
import { undoLines } from "./undo-lines.ts";

/** What taking back needs from the rest of Loci. */
export interface UndoPorts {
  readonly vault: WritableVault;
  /** Notes for the next commit what is about to be written; called under the lock. */
  readonly note: (records: readonly ChangeNote[]) => Promise<void>;
}

/** What became of one file. */
export interface UndoneFile {
  readonly path: string;
  /**
   * - `restored`: as it was before the step, removed where the step had made it.
   * - `merged`: it was changed since; what the step did is gone, and what others did is there.
   * - `gone`: it was removed since, and is left so.
   */
  readonly status: "restored" | "merged" | "gone";
  /** Lines of the step that were changed since, and stay. */
  readonly left: readonly string[];
}

/**
 * Puts the files of a step back, all under one lock; what was written into them since stays. Safe to run again
 * after a crash: what is back already is left alone. Files that come back come first, so that no line is ever nowhere.
 */
export async function undoStep(
  { vault, note }: UndoPorts,
  step: UndoStep,
): Promise<readonly UndoneFile[]> {
  const { files } = step;
  const order = [
    ...files.filter(({ after }) => after === null),
    ...files.filter(({ after }) => after !== null),
  ];
  return vault.lock(async () => {
    const held = { ...vault, lock: unlocked };
    const undone: UndoneFile[] = [];
    for (const versions of order) {
      const path = toWrittenPath(versions.path);
      await note([{ path, topic: placeOf(path).topic, op: "derived" }]);
      undone.push(await putBack(held, path, versions));
    }
    return undone;
  });
}

/** For work within a turn that is held already. */
export const unlocked: WritableVault["lock"] = async (work) => work();

const maxTries = 20;

/** Puts one file back. Only under the vault's lock, with a vault whose own lock is `unlocked`. */
export async function putBack(
  held: WritableVault,
  path: TopicPath,
  versions: Pick<FileVersions, "before" | "after">,
): Promise<UndoneFile> {
  for (let tries = 0; tries < maxTries; tries++) {
    const current = await readSettled(resolveInVault(held.root, path), held.clock);
    if (current === null && versions.before !== null && versions.after !== null) {
      return { path, status: "gone", left: [] };
    }
    const wanted = toWanted(versions, current);
    if (wanted.bytes !== null) {
      const written = await unlessChanged(() => writeBack(held, path, versions));
      if (written !== false) return written;
      continue;
    }
    if (current === null) return { path, status: wanted.status, left: [] };
    const removal = await removeFile({ ...held, path }, current);
    if (removal !== "changed") return { path, status: wanted.status, left: [] };
  }
  throw changedMeanwhile(path);
}

async function writeBack(
  held: WritableVault,
  path: TopicPath,
  versions: Pick<FileVersions, "before" | "after">,
): Promise<UndoneFile> {
  return changeFile({ ...held, path }, (bytes) => {
    const { bytes: next, status, left } = toWanted(versions, bytes);
    if (next === null) throw changedMeanwhile(path); // It is to be removed now: another way.
    return { bytes: next, added: addedLines(bytes, next), result: { path, status, left } };
  });
}

/** False where the file was changed meanwhile. */
export async function unlessChanged<T>(work: () => Promise<T>): Promise<T | false> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LociError && error.code === "CHANGED_MEANWHILE") return false;
    throw error;
  }
}

interface Wanted {
  /** `null`: no file. */
  readonly bytes: Uint8Array | null;
  readonly status: "restored" | "merged";
  readonly left: readonly string[];
}

/** Pure: what should stand in place of what is there. */
export function toWanted(
  { before, after }: Pick<FileVersions, "before" | "after">,
  current: Uint8Array | null,
): Wanted {
  const isRestored = current === null || isSame(current, before) || isSame(current, after);
  if (isRestored) return { bytes: before, status: "restored", left: [] };
  return { ...undoLines({ before, after, current }), status: "merged" };
}

const isSame = (bytes: Uint8Array, other: Uint8Array | null): boolean =>
  other !== null && Buffer.compare(bytes, other) === 0;

/** The lines that come back: an editor's stale save must not wipe them out. */
export function addedLines(before: Uint8Array | null, next: Uint8Array): string[] {
  const had = countLines(toLines(before ?? new Uint8Array()));
  const lines = [...countLines(toLines(next).map(lineKey))];
  return lines
    .filter(([line, count]) => (had.get(line) ?? 0) < count)
    .map(([line]) => Buffer.from(line, "latin1").toString("utf8"));
}
