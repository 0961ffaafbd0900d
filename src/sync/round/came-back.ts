import { join } from "node:path";
import { nodeDisk } from "../../git/disk.ts";
import { openObjects } from "../../git/objects/objects.ts";
import { readHead } from "../../git/refs/head.ts";
import { parseRemovals } from "../merge/file/removals.ts";
import { standingMemories } from "../purge/find-lines.ts";
import { hashesOf } from "../purge/purge-marks.ts";
import { readForgotten } from "./forgotten.ts";
import { readAnswers } from "./purge-answers.ts";

/**
 * The files of the last commit with memories that were purged and not said again since: plain git can bring them back, by a
 * merge of what is older.
 */
export async function filesWithPurged(root: string): Promise<readonly string[]> {
  const gitDir = join(root, ".git");
  const answers = await readAnswers({ repository: { gitDir } });
  const done = [...answers].flatMap(([mark, answer]) => (answer === "done" ? mark : []));
  const { oid } = await readHead(gitDir);
  if (done.length === 0 || oid === undefined) return [];
  const objects = openObjects(gitDir, nodeDisk);
  const { tree } = await objects.readCommit(oid);
  const { isForgotten } = parseRemovals(await readForgotten(root));
  const standing = await standingMemories(objects, tree, hashesOf(done));
  return [...new Set(standing.flatMap(({ path, text }) => (isForgotten(text) ? path : [])))].sort();
}
