import type { GitHome } from "../../git/config/git-config.ts";
import { type Commit, readSignature } from "../../git/objects/commit.ts";
import { Objects } from "../../git/objects/objects.ts";
import { readHead } from "../../git/refs/refs.ts";
import { openRepository } from "../../git/repository/repository.ts";
import type { SystemGit } from "../../git/system-git.ts";

/** The past of a vault, to be read. */
export interface History {
  readonly gitDir: string;
  readonly objects: Objects;
  /** The newest commit of what is checked out; undefined where there is none yet. */
  readonly head: string | undefined;
  /** The system's git, where there is one. */
  git(): Promise<SystemGit | undefined>;
}

/** Opens the history of a vault. Throws LociError GIT_BLOCKED where it has none that can be read. */
export async function openHistory(
  root: string,
  person: GitHome,
  findGit: () => Promise<SystemGit | undefined> = async () => undefined,
): Promise<History> {
  const { gitDir } = await openRepository(root, person);
  const { oid: head } = await readHead(gitDir);
  return { gitDir, objects: new Objects(gitDir), head, git: findGit };
}

/** What a commit says of itself. */
export interface CommitFacts extends Commit {
  readonly author: string;
  /** When its author made it (ms since the epoch). */
  readonly authoredAt: number;
  readonly subject: string;
  /** Keys in lower case; of two equal ones the last counts. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** Reads a commit. Throws where it is missing, damaged or none. */
export async function readCommit(
  objects: Pick<Objects, "read" | "readCommit">,
  oid: string,
): Promise<CommitFacts> {
  const commit = await objects.readCommit(oid);
  const [head = "", ...rest] = (await objects.read(oid)).toString("utf8").split("\n\n");
  const message = rest.join("\n\n").trim();
  const author = readSignature(head, "author");
  return {
    ...commit,
    author: author.name,
    authoredAt: author.seconds * 1_000,
    subject: message.split("\n", 1)[0]?.trim() ?? "",
    trailers: readTrailers(message),
  };
}

/** Those of the last paragraph, where every line of it is one. */
function readTrailers(message: string): Readonly<Record<string, string>> {
  const [last = "", ...others] = message.split(/\n[ \t]*\n/).reverse();
  const lines = others.length === 0 ? [] : last.split("\n");
  const pairs = lines.flatMap((line) => {
    const [, key, value] = /^([A-Za-z][A-Za-z0-9-]*):[ \t](.*)$/s.exec(line) ?? [];
    return key === undefined ? [] : [[key.toLowerCase(), value?.trim() ?? ""]];
  });
  return pairs.length === lines.length ? Object.fromEntries(pairs) : {};
}
