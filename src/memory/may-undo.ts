import type { UndoStep } from "../session/undo-journal.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { placeOf, resolveInVault, type TopicPath, toTopicPath } from "../vault/paths.ts";
import { readSettled } from "../vault/read-settled.ts";
import { markedOwner } from "../vault/secret-marks.ts";
import { hiddenFrom, isOwnerVisible, isScopeVisible, type Viewer } from "../vault/viewer.ts";
import type { MemoryContext } from "./context.ts";
import type { UndoableFile } from "./undo.ts";
import { toWanted } from "./undo-step.ts";

type Context = Pick<MemoryContext, "root" | "clock">;

/** Whether taking a step back touches nothing that a viewer may not see, neither file nor line. */
export async function mayUndo(
  context: Context,
  viewer: Viewer,
  step: UndoStep,
  files: readonly UndoableFile[],
): Promise<boolean> {
  return files.every((file) => isFileVisible(viewer, file)) && keepsHidden(context, viewer, step);
}

const isFileVisible = (viewer: Viewer, { path, removes, restores }: UndoableFile): boolean =>
  isScopeVisible(viewer, placeOf(path as TopicPath).scope) && // Only looked at: nothing is opened by it.
  [...removes, ...restores].every((line) => isOwnerVisible(viewer, markedOwner([line])));

/** Lines that are others' own by the heading above them have no mark. */
async function keepsHidden(
  { root, clock }: Context,
  viewer: Viewer,
  { files }: UndoStep,
): Promise<boolean> {
  for (const versions of files.filter((one) => one.path.endsWith(".md"))) {
    const file = toTopicPath(versions.path);
    const current = await readSettled(resolveInVault(root, file), clock);
    const hidden = (bytes: Uint8Array | null): string => {
      const read = bytes ?? new Uint8Array();
      return hiddenFrom(viewer, { topic: parseTopic(file, read), text: decoder.decode(read) });
    };
    if (hidden(current) !== hidden(toWanted(versions, current).bytes)) return false;
  }
  return true;
}

const decoder = new TextDecoder();
