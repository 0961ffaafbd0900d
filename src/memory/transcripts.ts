import { lstatSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import {
  type NamedTranscript,
  namedTranscripts,
  staleTranscripts,
  transcriptFolder,
} from "../digest/transcript/transcript.ts";
import { resolveInVault, toTopicPath } from "../vault/paths.ts";
import type { MemoryContext } from "./context.ts";

/** Drops every version of these files from the undo journal, where there is one. */
export type DropFromUndo = (paths: readonly string[]) => Promise<void>;

/** Removes transcripts that have outlived the setting. */
export async function sweepTranscripts(
  context: Pick<MemoryContext, "root" | "lock" | "settings" | "time">,
  dropFromUndo: DropFromUndo,
): Promise<void> {
  const { retentionDays } = context.settings.privacy;
  const today = context.time().slice(0, 10);
  const choose = (paths: readonly string[]): readonly NamedTranscript[] =>
    staleTranscripts(paths, { today, retentionDays });
  if (choose(transcriptsIn(context.root)).length === 0) return; // Looked at often, and mostly for nothing.
  await removeTranscripts(context, dropFromUndo, choose);
}

/** Removes the transcripts that are chosen, also from the undo journal, which kept what was written; gives those that went. */
export async function removeTranscripts(
  { root, lock }: Pick<MemoryContext, "root" | "lock">,
  dropFromUndo: DropFromUndo,
  choose: (paths: readonly string[]) => readonly NamedTranscript[],
): Promise<readonly NamedTranscript[]> {
  const gone = await lock(async () => {
    const chosen = choose(transcriptsIn(root));
    for (const { path } of chosen) unlinkSync(resolveInVault(root, toTopicPath(path)));
    return chosen;
  });
  if (gone.length > 0) await dropFromUndo(gone.map(({ path }) => path));
  return gone;
}

/** The transcripts that a session left. */
export function transcriptsOf({ root }: Pick<MemoryContext, "root">, session: string): string[] {
  return namedTranscripts(transcriptsIn(root))
    .filter((transcript) => transcript.session === session)
    .map(({ path }) => path);
}

/** Plain files in a real folder: nothing is removed through a link. */
function transcriptsIn(root: string): string[] {
  const place = join(root, transcriptFolder);
  if (lstatSync(place, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(place, { withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ name }) => `${transcriptFolder}/${name}`);
}
