import { hostname } from "node:os";
import { type GitHome, gitHome } from "../../git/config/git-config.ts";
import type { Author } from "../../git/objects/write-commit.ts";
import { readPersonAuthor } from "./person-author.ts";

/** Who commits from this device. */
export interface CommitIdentity {
  readonly person: GitHome;
  /** The author of what an agent wrote, or the person (undefined). */
  readonly authorOf: (agent: string | undefined) => Author;
  readonly device: string;
}

/** Reads who the person is to git; an agent is named with its device. */
export async function readCommitIdentity(
  root: string,
  env: NodeJS.ProcessEnv,
  device: string,
): Promise<CommitIdentity> {
  const person = gitHome(env);
  const author = await readPersonAuthor(root, person, hostname());
  return {
    person,
    authorOf: (agent) =>
      agent === undefined
        ? author
        : { name: `${agent} (${device})`, email: `${agent}@loci.invalid` },
    device,
  };
}
