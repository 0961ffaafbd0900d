import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Loci } from "../../app.ts";
import { LociError } from "../../errors.ts";
import { gitHome, readGitConfig } from "../../git/config/git-config.ts";
import { readRules } from "../../git/disk.ts";
import { findGit } from "../../git/find-git.ts";
import type { Diagnosis } from "../diagnose.ts";

/** No remote is no problem: a vault may stay where it is. */
export async function problemsOfSync(loci: Loci, env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  if (!existsSync(join(loci.root, ".git"))) return [];
  const driver = await problemsOfDriver(loci.root, env);
  let state: Awaited<ReturnType<Loci["syncState"]>>;
  try {
    state = await loci.syncState();
  } catch (error) {
    if (error instanceof LociError && error.code === "GIT_BLOCKED") return driver; // Told above.
    throw error;
  }
  const { failure, heldBack } = state;
  const failed = failure !== null && failure.reason !== "blocked";
  return [
    ...(failed ? [toDiagnosis(failure)] : []),
    ...heldBack.map(({ path, reason, isIncoming }) => ({
      code: isIncoming === true ? "NOT_TAKEN" : "HELD_BACK",
      file: path,
      message: `This file is not ${isIncoming === true ? "taken" : "committed, and so on no other device"}: ${reason}`,
      fix: "Mend what the reason says, or leave it: everything else is synced",
    })),
    ...driver,
  ];
}

const toDiagnosis = ({ message, fix }: { message: string; fix?: string }): Diagnosis => ({
  code: "SYNC_FAILED",
  message: `The last sync failed: ${message}`,
  fix:
    fix ?? 'Run "loci sync" to try again: nothing is lost, and what changes is committed meanwhile',
});

/** Names a merge driver, and is no comment. */
const namesDriver = /^[^#\n\r\u2028\u2029]*\smerge=loci\b/m;

async function problemsOfDriver(root: string, env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  const attributes = await readRules(join(root, ".gitattributes"), { followLinks: false });
  if (!namesDriver.test(attributes)) return [];
  const config = await readGitConfig(join(root, ".git"), gitHome(env));
  if (config.has("merge.loci.driver") || (await findGit(env)) === undefined) return [];
  return [
    {
      code: "NO_MERGE_DRIVER",
      file: ".gitattributes",
      message: "It names the merge driver of Loci, which git does not know in this clone",
      fix: `Run "loci init ${root}": plain git then merges as loci sync does, entry by entry`,
    },
  ];
}
