import { join } from "node:path";
import { nodeDisk } from "../../git/disk.ts";
import { openObjects } from "../../git/objects/objects.ts";
import { readHead } from "../../git/refs/head.ts";
import { parseRemovals } from "../merge/file/removals.ts";
import { standingMemories } from "../purge/find-lines.ts";
import { readAnswers } from "../purge/purge-marks.ts";
import { readForgotten } from "./forgotten.ts";

/** The files of the last commit with memories that were purged and not said again since, but brought back by plain git. */
export async function filesWithPurged(root: string): Promise<readonly string[]> {
  const gitDir = join(root, ".git");
  const { done } = await readAnswers(gitDir);
  const { oid } = await readHead(gitDir);
  if (done.size === 0 || oid === undefined) return [];
  const objects = openObjects(gitDir, nodeDisk);
  const standing = await standingMemories(objects, (await objects.readCommit(oid)).tree, done);
  const { isForgotten } = parseRemovals(await readForgotten(root));
  const files = standing.flatMap(({ path, text }) => (isForgotten(text) ? path : []));
  return [...new Set(files)].sort();
}
