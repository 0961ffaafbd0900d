import { join } from "node:path";
import { isThere, nodeDisk } from "../../git/disk.ts";
import { eachObject } from "../../git/maintenance/each-object.ts";
import { openObjects } from "../../git/objects/objects.ts";
import { filesHolding } from "../../vault/find-bytes.ts";

/**
 * Where words stand as they are: every file of the folder, and every object of its git history, reachable or not, in a
 * pack or not. Paths in the folder; an object as `.git: blob <name>`.
 */
export async function findWords(root: string, words: string): Promise<readonly string[]> {
  const wanted = Buffer.from(words);
  const found = filesHolding(root, [wanted]);
  const gitDir = join(root, ".git");
  if (await isThere(gitDir)) {
    for await (const { oid, type, content } of eachObject(openObjects(gitDir, nodeDisk))) {
      if (content.includes(wanted)) found.push(`.git: ${type} ${oid}`);
    }
  }
  return [...new Set(found)].sort();
}
