import { readRef } from "../../git/refs.ts";
import type { Landing } from "../commit/land.ts";
import { writeRef } from "./write-ref.ts";

/** So many earlier tips are kept. */
const mostTips = 20;

/**
 * Keeps the tip that a branch is about to leave under refs/loci/rescue/, with its last ones in the reflog of that ref,
 * where `git gc` finds them.
 */
export async function keepRescue(
  landing: Landing,
  branch: string,
  tip: string,
  log: string,
): Promise<void> {
  const ref = `refs/loci/rescue/${branch.replace(/^refs\/heads\//, "")}`;
  for (let tries = 0; tries < 5; tries++) {
    const from = await readRef(landing.repository.gitDir, ref);
    if (from === tip) return;
    if ((await writeRef(landing, { ref, from, to: tip, log, mostLogged: mostTips })) === "written")
      return;
  }
}
