import { randomUUID } from "node:crypto";
import { LociError } from "../errors.ts";
import type { Versions } from "../sync/commit/pending.ts";
import { mergeSave } from "../sync/merge/file/merge-file.ts";
import { listFiles, maxFileBytes } from "../vault/list-files.ts";
import type { Lock } from "../vault/lock.ts";
import { placeOf } from "../vault/paths.ts";
import { type ChangeFile, type ChangeOp, changeFile } from "../vault/write/change-file.ts";
import type { MemoryContext } from "./context.ts";
import { markSaidAgain } from "./forgotten-marks.ts";

type Changing = Pick<
  MemoryContext,
  "root" | "lociDir" | "lock" | "clock" | "committer" | "freshness" | "now"
>;

/**
 * What is changed with this context is one step: one commit, which `undo` takes back as a whole. `undoes`: the step
 * that this one takes back. `isFinal`: no version of a file is kept for it, not even until it is committed.
 */
export function inStep<T extends Pick<MemoryContext, "committer">>(
  context: T,
  {
    step = randomUUID() as string,
    undoes,
    isFinal = false,
  }: { readonly step?: string; readonly undoes?: string; readonly isFinal?: boolean } = {},
): T {
  const { committer } = context;
  const note: typeof committer.note = (records) =>
    committer.note(
      records
        .filter(({ versions }) => versions === undefined || !isFinal)
        .map((record) => ({ ...record, step, undoes })),
    );
  return { ...context, committer: { ...committer, note } };
}

/** Changes files under the writer lock, each noted for the next commit before it is written. */
export function changeVaultFile(context: Changing): ChangeFile {
  const { root, lociDir, lock, clock, committer, freshness } = context;
  return async (path, change, agent) => {
    const record = { path, topic: placeOf(path).topic, agent };
    let isNoted = false;
    let versions: Versions | undefined;
    const note = async (ops: readonly ChangeOp[]): Promise<void> => {
      if (!isNoted) await committer.note(ops.map((op) => ({ ...record, op })));
      isNoted = ops.length > 0;
    };
    const noting: Lock = (work, signal) =>
      lock(async () => {
        const done = await work();
        if (isNoted) await committer.note([{ ...record, op: "derived", versions }]);
        return done;
      }, signal);
    const bounded: typeof change = (bytes) => {
      const made = refuseTooLarge(path, change(bytes));
      versions = { before: bytes, after: made.bytes };
      return made;
    };
    const target = { root, lociDir, path, lock: noting, clock, merge: mergeSave, note };
    const result = await named(path, () => changeFile(target, bounded)).finally(
      freshness.noteWrite,
    );
    // Before the save is acknowledged: another device might otherwise treat the text as forgotten.
    if (versions !== undefined) {
      const [before, now] = [versions.before ?? undefined, versions.after ?? undefined];
      await markSaidAgain(context, [{ path, before, now }]);
    }
    return result;
  };
}

/** Tells the index that Loci itself removed files: an empty vault was not unmounted, then. */
export async function noteRemovals({
  root,
  freshness,
}: Pick<MemoryContext, "root" | "freshness">): Promise<void> {
  freshness.noteWrite();
  if (listFiles(root).files.length === 0) await freshness.refresh({ confirmRemovals: true });
}

/** Refuses to grow a file past the limit: Loci would no longer read it, nor find what it holds. */
function refuseTooLarge<T extends { readonly bytes: Uint8Array | null }>(
  path: string,
  changed: T,
): T {
  if ((changed.bytes?.length ?? 0) <= maxFileBytes) return changed;
  throw new LociError(
    "BAD_INPUT",
    `Cannot add to "${path}": it would be larger than 2 MB, which Loci does not read; split it into several topics`,
    { data: { file: path } },
  );
}

/** Adds the file's name to errors that lack it. */
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
