import { LociError } from "../../errors.ts";
import type { Head } from "../../git/refs/head.ts";
import { branchName } from "../../git/refs/refs.ts";
import type { RemoteRefs } from "../../git/remote/remote.ts";
import { shellWord } from "../../git/shell-word.ts";

/** The short name of the branch that is checked out. */
export const branchOf = (head: Head): string => branchName(head.ref) ?? head.ref;

/**
 * The branch of the remote to sync with: the one of our name; an empty remote, or one where it `wasThere` before, gets
 * ours, and a vault without a commit takes the remote's own. Throws a blocked error where none of these is.
 */
export function chooseBranch(
  head: Head,
  { head: main, branches }: RemoteRefs,
  { url, wasThere }: { readonly url: string; readonly wasThere: boolean },
): string {
  const branch = branchOf(head);
  if (branches.size === 0 || branches.has(branch) || wasThere) return branch;
  const names = [...branches.keys()].sort();
  const cloned = [main, "main", "master", names[0]].find((name) => name && branches.has(name));
  if (head.oid === undefined && cloned !== undefined) return cloned;
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  const message = `Cannot sync with ${url}: it has no branch "${branch}" (it has ${names.slice(0, 3).join(", ")}${more})`;
  const fix = `go back to it with \`git switch ${shellWord(cloned ?? "main")}\`, rename yours with \`git branch -m ${shellWord(cloned ?? "main")}\`, or push it once with \`git push -u\` to keep both`;
  throw new LociError("GIT_BLOCKED", message, { data: { fix } });
}
