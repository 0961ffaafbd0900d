import type { GitHome } from "../../git/config/git-config.ts";
import { nodeDisk } from "../../git/disk.ts";
import { type Objects, openObjects, readShallow } from "../../git/objects/objects.ts";
import { readHead } from "../../git/refs/head.ts";
import { openRepository } from "../../git/repository/repository.ts";
import type { SystemGit } from "../../git/system-git.ts";

/** The past of a vault, to be read. */
export interface History {
  readonly gitDir: string;
  readonly objects: Objects;
  /** The newest commit of what is checked out; undefined where there is none yet. */
  readonly head: string | undefined;
  /** Commits whose parents were not fetched. */
  readonly shallow: ReadonlySet<string>;
  /** The system's git, where it can read this history. */
  git(): Promise<SystemGit | undefined>;
  close(): void;
}

/** Opens the history of a vault. Throws LociError GIT_BLOCKED where it has none that can be read. */
export async function openHistory(
  root: string,
  person: GitHome,
  findGit: () => Promise<SystemGit | undefined> = async () => undefined,
): Promise<History> {
  const { gitDir } = await openRepository(root, person);
  const { oid: head } = await readHead(gitDir);
  const objects = openObjects(gitDir, nodeDisk);
  const shallow = await readShallow(gitDir);
  // Its shadow folder does not know where a shallow clone ends.
  const git = async () => (shallow.size === 0 ? findGit() : undefined);
  return { gitDir, objects, head, shallow, git, close: objects.refresh };
}
