import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lociJson, type Ran, runLoci } from "./run-loci.ts";
import { gitEnv } from "./sync/repo.ts";
import { useTempFolder, writeFiles } from "./temp.ts";

/** A vault with a history that Loci and plain git have a part in. */
export interface PastVault {
  readonly root: string;
  write(path: string, text: string): void;
  read(path: string): string;
  git(...args: string[]): string;
  /** Commits all with plain git, as of a time; gives the name of the commit. */
  commit(subject: string, time: string): string;
  loci(...args: string[]): Promise<Ran>;
  json(...args: string[]): Promise<unknown>;
}

/** Makes an empty vault on the device "laptop". */
export async function createPastVault(): Promise<PastVault> {
  const root = join(useTempFolder(), "vault");
  const env = { LOCI_DEVICE: "laptop", LOCI_TIMEZONE: "Europe/Madrid" };
  const { code, stderr } = await runLoci(["init", root], { env });
  if (code !== 0) throw new Error(stderr);
  rmSync(join(root, "topics/welcome.md"));
  const gitAt = (time: string | undefined, args: readonly string[]): string =>
    execFileSync("git", args, {
      cwd: root,
      encoding: "utf8",
      stdio: "pipe",
      env:
        time === undefined
          ? gitEnv
          : { ...gitEnv, GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time },
    });
  return {
    root,
    write: (path, text) => writeFiles(root, { [path]: text }),
    read: (path) => readFileSync(join(root, path), "utf8"),
    git: (...args) => gitAt(undefined, args),
    commit(subject, time) {
      gitAt(undefined, ["add", "-A"]);
      gitAt(time, ["commit", "-qm", subject]);
      return gitAt(undefined, ["rev-parse", "HEAD"]).trim();
    },
    loci: (...args) => runLoci([...args, "--vault", root], { env }),
    json: async (...args) => (await lociJson([...args, "--vault", root], { env }))[0],
  };
}
