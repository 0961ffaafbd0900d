import type { MergeSave } from "../../../vault/write/heal-save.ts";
import { mergeFile } from "./merge-file.ts";
import { parseRemovals } from "./removals.ts";

/** Merges what an editor saved from an old version; where the two do not go together, what was saved stands. */
export const mergeSave: MergeSave = ({ path, bases, ours, theirs }) => {
  const versions = { path, bases, ours, theirs, removals: parseRemovals() };
  const { bytes, aside } = mergeFile(versions);
  return aside === undefined ? bytes : theirs;
};
