import type { FileVersions } from "../sync/history/own-steps.ts";
import { parseTopic } from "../vault/parse-topic.ts";
import { placeOf, resolveInVault, toTopicPath, toWrittenPath } from "../vault/paths.ts";
import { readSettled } from "../vault/read-settled.ts";
import { hiddenFrom, isScopeVisible, type Viewer } from "../vault/viewer.ts";
import type { MemoryContext } from "./context.ts";
import { toWanted } from "./undo-file.ts";

/** Whether taking files back touches nothing that a viewer may not see, neither file nor line. */
export async function mayUndo(
  { root, clock }: Pick<MemoryContext, "root" | "clock">,
  viewer: Viewer,
  files: readonly FileVersions[],
): Promise<boolean> {
  for (const versions of files) {
    const path = toWrittenPath(versions.path);
    if (!isScopeVisible(viewer, placeOf(path).scope)) return false;
    if (!path.endsWith(".md")) continue;
    const current = await readSettled(resolveInVault(root, path), clock);
    const hidden = (bytes: Uint8Array | null): string => {
      const read = bytes ?? new Uint8Array();
      const topic = parseTopic(toTopicPath(path), read);
      return hiddenFrom(viewer, { topic, text: new TextDecoder().decode(read) });
    };
    if (hidden(current) !== hidden(toWanted(versions, current).bytes)) return false;
  }
  return true;
}
