import { join } from "node:path";
import { blocked } from "../blocked.ts";
import { isThere } from "../disk.ts";
import { type Head, readHead } from "../refs/head.ts";

/** What git leaves in its folder while a command waits for the person. */
const unfinished = [
  ["MERGE_HEAD", "merge"],
  ["rebase-merge", "rebase"],
  ["rebase-apply/applying", "am"],
  ["rebase-apply", "rebase"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["sequencer/todo", "cherry-pick"],
] as const;

/** Where HEAD stands. Refuses while the person is in the middle of something that a commit would disturb. */
export async function checkCommittable(gitDir: string): Promise<Head> {
  const isLeft = (trace: string): Promise<boolean> => isThere(join(gitDir, trace));
  if (await isLeft("shallow")) {
    const fix = "complete it with `git fetch --unshallow`";
    throw blocked("its history is cut off (a shallow clone)", fix);
  }
  if (await isLeft("BISECT_LOG"))
    throw blocked("a git bisect is in progress", "end it with `git bisect reset`");
  for (const [trace, command] of unfinished) {
    if (!(await isLeft(trace))) continue;
    const fix = `finish it with \`git ${command} --continue\`; \`git ${command} --abort\` drops it, and with it what was written meanwhile into its files`;
    throw blocked(`a git ${command} is in progress`, fix);
  }
  return readHead(gitDir);
}
