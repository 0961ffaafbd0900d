import { lstatSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { Lock } from "../../vault/lock.ts";
import { resolveInVault, toTopicPath } from "../../vault/paths.ts";
import {
  type NamedTranscript,
  namedTranscripts,
  staleTranscripts,
  transcriptFolder,
} from "./transcript.ts";

/** A vault with transcripts in it. */
interface TranscriptVault {
  readonly root: string;
  readonly lock: Lock;
}

/** Removes transcripts that have outlived the setting; `today` is `YYYY-MM-DD`. */
export async function sweepTranscripts(
  vault: TranscriptVault,
  limits: { readonly today: string; readonly retentionDays: number },
): Promise<void> {
  const choose = (paths: readonly string[]): readonly NamedTranscript[] =>
    staleTranscripts(paths, limits);
  if (choose(transcriptsIn(vault.root)).length === 0) return; // Looked at often, and mostly for nothing.
  await removeTranscripts(vault, choose);
}

/** Removes the transcripts that are chosen; returns those that went. */
export async function removeTranscripts(
  { root, lock }: TranscriptVault,
  choose: (paths: readonly string[]) => readonly NamedTranscript[],
): Promise<readonly NamedTranscript[]> {
  return lock(async () => {
    const chosen = choose(transcriptsIn(root));
    for (const { path } of chosen) unlinkSync(resolveInVault(root, toTopicPath(path)));
    return chosen;
  });
}

/** The transcripts that a session left. */
export function transcriptsOf({ root }: Pick<TranscriptVault, "root">, session: string): string[] {
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
