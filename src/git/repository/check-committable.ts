import { join } from "node:path";
import { blocked } from "../blocked.ts";
import { isThere } from "../disk.ts";
import { type Head, readHead } from "../refs/head.ts";

/** Where HEAD stands. Refuses while the person is in the middle of something that a commit would disturb. */
export async function checkCommittable(gitDir: string): Promise<Head> {
  await checkNothingInProgress(gitDir);
  return readHead(gitDir);
}

async function checkNothingInProgress(gitDir: string): Promise<void> {
  if (await isThere(join(gitDir, "shallow"))) {
    const fix = "complete it with `git fetch --unshallow`";
    throw blocked("its history is cut off (a shallow clone)", fix);
  }
  for (const { trace, state, fix } of operations) {
    if (await isThere(join(gitDir, trace))) throw blocked(`${state} is in progress`, fix);
  }
}

const finish = (command: string): string =>
  `finish it with \`git ${command} --continue\`; \`git ${command} --abort\` drops it, and with it what was written meanwhile into its files`;

/** What git leaves in its folder while an operation waits for the person. */
const operations = [
  { trace: "MERGE_HEAD", state: "a merge", fix: finish("merge") },
  { trace: "rebase-merge", state: "a rebase", fix: finish("rebase") },
  { trace: "rebase-apply/applying", state: "a series of patches (git am)", fix: finish("am") },
  { trace: "rebase-apply", state: "a rebase", fix: finish("rebase") },
  { trace: "CHERRY_PICK_HEAD", state: "a cherry-pick", fix: finish("cherry-pick") },
  { trace: "REVERT_HEAD", state: "a revert", fix: finish("revert") },
  { trace: "sequencer/todo", state: "a cherry-pick or revert", fix: finish("cherry-pick") },
  { trace: "BISECT_LOG", state: "a bisection", fix: "end it with `git bisect reset`" },
];
