import { hostname } from "node:os";
import { join } from "node:path";
import { type GitHome, gitHome, readGitConfig } from "../../git/config/git-config.ts";
import type { Author, CommitText } from "../../git/objects/commit.ts";

/** Who commits from this device. */
export interface CommitIdentity {
  readonly person: GitHome;
  /** The author of what an agent wrote, or the person (undefined). */
  readonly authorOf: (agent: string | undefined) => Author;
  /** The name of this device. */
  readonly device: string;
}

/**
 * Reads who the person is to git (user.name, user.email), else a name that says which device wrote; an agent is named
 * with its device.
 */
export async function readCommitIdentity(
  root: string,
  env: NodeJS.ProcessEnv,
  device: string,
): Promise<CommitIdentity> {
  const person = gitHome(env);
  const config = await readGitConfig(join(root, ".git"), person);
  const name = config.get("author.name") ?? config.get("user.name");
  const email = config.get("author.email") ?? config.get("user.email");
  const author = {
    name: name || email?.split("@")[0] || "loci",
    email: email || `loci@${hostname().replace(/[^-.\w]/g, "") || "localhost"}.invalid`,
  };
  const toAgent = (agent: string): Author => ({
    name: `${agent} (${device})`,
    email: `${agent}@loci.invalid`,
  });
  const authorOf = (agent: string | undefined) => (agent === undefined ? author : toAgent(agent));
  return { person, authorOf, device };
}

/** The text of a commit by an agent, or by the person, with the device and the agent as trailers. */
export function commitText(
  { authorOf, device, now }: Omit<CommitIdentity, "person"> & { readonly now: () => Date },
  message: string,
  more: { readonly Agent?: string | undefined; readonly Undoes?: string | undefined } = {},
): CommitText {
  const all = Object.entries({ Device: device, ...more });
  const trailers = Object.fromEntries(all.flatMap(([key, value]) => (value ? [[key, value]] : [])));
  return { author: authorOf(more.Agent), message, trailers, now: now() };
}
