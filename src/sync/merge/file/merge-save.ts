import type { MergeSave } from "../../../vault/write/heal-save.ts";
import { mergeFile } from "./merge-file.ts";

/** Merges what an editor saved from an old version; where the two do not go together, what was saved stands. */
export const mergeSave: MergeSave = (versions) => {
  const { bytes, aside } = mergeFile(versions);
  return aside === undefined ? bytes : versions.theirs;
};
