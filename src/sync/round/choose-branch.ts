import { LociError } from "../../errors.ts";
import type { GitConfig } from "../../git/config/git-config.ts";
import type { Head } from "../../git/refs/head.ts";
import { branchName } from "../../git/refs/refs.ts";
import type { RemoteRefs } from "../../git/remote/remote.ts";
import { shellWord } from "../../git/shell-word.ts";

/** The short name of the branch that is checked out. */
export const branchOf = (head: Head): string => branchName(head.ref) ?? head.ref;

/** The remote branch that the checked-out one tracks. */
export function upstreamOf(config: GitConfig, branch: string, remote: string): string | undefined {
  const merge = config.get(`branch.${branch}.merge`);
  if (config.get(`branch.${branch}.remote`) !== remote || merge === undefined) return undefined;
  return branchName(merge);
}

/**
 * The branch of the remote to sync with: the one that ours follows, else the one of its name; an empty remote gets
 * ours, and a vault without a commit takes the remote's own. Throws a blocked error where none of these is.
 */
export function chooseBranch(options: {
  /** Of the remote, as it may be shown. */
  readonly url: string;
  readonly head: Head;
  readonly refs: RemoteRefs;
  readonly upstream: string | undefined;
  /** We have seen a branch of our name there before. */
  readonly wasThere: boolean;
}): string {
  const { url, head, refs, upstream, wasThere } = options;
  const branch = branchOf(head);
  if (upstream !== undefined) return upstream;
  if (refs.branches.size === 0 || refs.branches.has(branch) || wasThere) return branch;
  const main = mainBranch(refs);
  if (head.oid === undefined && main !== undefined) return main;
  const fix = `rename yours with \`git branch -m ${shellWord(main ?? "main")}\`, or push it once with \`git push -u\` to keep both`;
  const message = `Cannot sync with ${url}: it has no branch "${branch}" (it has ${nameSome([...refs.branches.keys()])})`;
  throw new LociError("GIT_BLOCKED", message, { data: { fix } });
}

/** The branch that a clone of the remote checks out. */
function mainBranch(refs: RemoteRefs): string | undefined {
  const named = [refs.head, "main", "master"].find(
    (name) => name !== undefined && refs.branches.has(name),
  );
  return named ?? [...refs.branches.keys()].sort()[0];
}

function nameSome(names: readonly string[]): string {
  const sorted = names.toSorted();
  const more = sorted.length > 3 ? ` and ${sorted.length - 3} more` : "";
  return sorted.slice(0, 3).join(", ") + more;
}
