import type { GitHome } from "../../git/config/git-config.ts";
import { parseCommit, readSignature } from "../../git/objects/commit.ts";
import { Objects } from "../../git/objects/objects.ts";
import { readHead } from "../../git/refs/refs.ts";
import { openRepository } from "../../git/repository/repository.ts";
import type { SystemGit } from "../../git/system-git.ts";

/** The past of a vault, to be read; `head`: the newest commit of what is checked out, if there is one yet. */
export type History = Awaited<ReturnType<typeof openHistory>>;

/** Opens the history of a vault. Throws LociError GIT_BLOCKED where it has none that can be read. */
export async function openHistory(
  root: string,
  person: GitHome,
  findGit: () => Promise<SystemGit | undefined> = async () => undefined,
) {
  const { gitDir } = await openRepository(root, person);
  const { oid: head } = await readHead(gitDir);
  return { gitDir, objects: new Objects(gitDir), head, git: findGit };
}

/** What a commit says of itself. */
export type CommitFacts = Awaited<ReturnType<typeof readCommit>>;

/** Reads a commit, with when its author made it (ms since the epoch). Throws where it is missing, damaged or none. */
export async function readCommit(objects: Pick<Objects, "read">, oid: string) {
  const content = await objects.read(oid);
  const [head = "", ...rest] = content.toString("utf8").split("\n\n");
  const message = rest.join("\n\n").trim();
  const author = readSignature(head, "author");
  return {
    ...parseCommit(oid, content),
    author: author.name,
    authoredAt: author.seconds * 1_000,
    subject: message.split("\n", 1)[0]?.trim() ?? "",
    trailers: readTrailers(message),
  };
}

/** Those of the last paragraph, if each line of it is one; keys in lower case, and of two equal ones the last counts. */
function readTrailers(message: string): Readonly<Record<string, string>> {
  const [last = "", ...others] = message.split(/\n[ \t]*\n/).reverse();
  const lines = others.length === 0 ? [] : last.split("\n");
  const pairs = lines.flatMap((line) => {
    const [, key, value] = /^([A-Za-z][A-Za-z0-9-]*):[ \t](.*)$/s.exec(line) ?? [];
    return key === undefined ? [] : [[key.toLowerCase(), value?.trim() ?? ""]];
  });
  return pairs.length === lines.length ? Object.fromEntries(pairs) : {};
}
