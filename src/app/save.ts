import { existsSync, readFileSync } from "node:fs";
import { type Memory, type Remembered, remember } from "../digest/remember.ts";
import { LociError } from "../errors.ts";
import { findTopics } from "../index/overview.ts";
import { assignTopic } from "../recall/assign-topic.ts";
import { changeFile } from "../vault/change-file.ts";
import { listFiles, mostFileBytes } from "../vault/list-files.ts";
import type { Lock } from "../vault/lock.ts";
import { resolveInVault, scopeFolder, toTopicPath } from "../vault/paths.ts";
import { checkBank } from "./answer.ts";
import { openDeviceFolder } from "./device-folder.ts";
import { lookAtFiles } from "./keep-fresh.ts";
import { respectCheckouts } from "./mend.ts";
import type { Parts } from "./parts.ts";

/** Saves memories in their topic files, noted for the next commit. */
export async function save(
  parts: Parts,
  memories: readonly Memory[],
): Promise<readonly Remembered[]> {
  const { root, lociDir, lock, index, committer, time, state } = parts;
  for (const { bank } of memories) checkBank(bank, parts.settings);
  await checkStillThere(parts);
  await respectCheckouts(parts);
  const saved = await remember(
    {
      changeFile: (path, change, notesOf) => {
        const noting: Lock = (work, signal) =>
          lock(async () => {
            const file = resolveInVault(root, path);
            await committer.note(notesOf(existsSync(file) ? readFileSync(file) : null));
            return work();
          }, signal);
        const bounded: typeof change = (bytes) => refuseTooLarge(path, change(bytes));
        return named(path, () => changeFile({ root, lociDir, path, lock: noting }, bounded));
      },
      hasFile: (path) => existsSync(resolveInVault(root, path)),
      async findTopic(name, scope) {
        await lookAtFiles(parts);
        const folder = scopeFolder(scope);
        const found = index
          .run((db) => findTopics(db, name))
          .find(({ scope, archived }) => scope === folder && !archived);
        return found && toTopicPath(found.file);
      },
      async assignTopic(text, scope) {
        await lookAtFiles(parts);
        const file = index.run((db) => assignTopic(db, text, { scope: scopeFolder(scope) }))?.file;
        return file === undefined ? undefined : toTopicPath(file);
      },
      localTime: time,
      report: parts.report,
    },
    memories,
  );
  state.wrote = true;
  return saved;
}

/** Nothing is written into the empty folder that an unmounted vault leaves behind. */
async function checkStillThere({ root, lociDir }: Parts): Promise<void> {
  if (existsSync(lociDir)) return;
  if (listFiles(root).files.length === 0) {
    throw new LociError(
      "VAULT_VANISHED",
      `Cannot write to the vault "${root}": its folder is empty now, and was not before; mount or restore it`,
      { data: { root } },
    );
  }
  await openDeviceFolder(root);
}

/** A file past the limit is not read any more: what went into it would never be found. */
function refuseTooLarge<T extends { readonly bytes: Uint8Array }>(path: string, changed: T): T {
  if (changed.bytes.length <= mostFileBytes) return changed;
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
