import { isEditorFile } from "../../vault/paths.ts";
import { isCommittable, isTranscript } from "../commit/path-rules.ts";

/**
 * Whether a path is one whose changes a sync commits: nothing that editors and Syncthing leave about, and no
 * transcripts, which are not Loci's to publish, whatever the vault's `.gitignore` says.
 */
export function isHandEdit(path: string): boolean {
  if (!isCommittable(path) || isTranscript(path)) return false;
  const names = path.split("/");
  return !isEditorFile(names.at(-1) ?? "") && !names.includes(".stversions");
}
