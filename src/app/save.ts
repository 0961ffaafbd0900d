import { existsSync } from "node:fs";
import { type Memory, type Remembered, remember } from "../digest/remember.ts";
import { findTopics } from "../index/overview.ts";
import { assignTopic } from "../recall/assign-topic.ts";
import { changeFile } from "../vault/change-file.ts";
import type { Lock } from "../vault/lock.ts";
import { resolveInVault, scopeFolder, toTopicPath } from "../vault/paths.ts";
import { lookAtFiles } from "./keep-fresh.ts";
import type { Parts } from "./parts.ts";

/** Saves memories in their topic files, noted for the next commit. */
export async function save(
  parts: Parts,
  memories: readonly Memory[],
): Promise<readonly Remembered[]> {
  const { root, lociDir, lock, index, committer, time, state } = parts;
  const saved = await remember(
    {
      changeFile: (path, change, notes) => {
        const noting: Lock = (work, signal) =>
          lock.lock(async () => {
            await committer.note(notes);
            return work();
          }, signal);
        return changeFile({ root, lociDir, path, lock: noting }, change);
      },
      hasFile: (path) => existsSync(resolveInVault(root, path)),
      async findTopic(name, scope) {
        await lookAtFiles(parts);
        const folder = scopeFolder(scope);
        const found = index
          .run((db) => findTopics(db, name))
          .find((topic) => topic.scope === folder && topic.kind === "topic");
        return found && toTopicPath(found.file);
      },
      async assignTopic(text, scope) {
        await lookAtFiles(parts);
        const file = index.run((db) => assignTopic(db, text, { scope: scopeFolder(scope) }))?.file;
        return file === undefined ? undefined : toTopicPath(file);
      },
      localTime: time,
    },
    memories,
  );
  state.wrote = true;
  return saved;
}
