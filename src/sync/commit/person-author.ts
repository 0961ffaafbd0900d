import { join } from "node:path";
import { type GitHome, readGitConfig } from "../../git/config/git-config.ts";
import type { Author } from "../../git/objects/write-commit.ts";

/** The person as git knows them (user.name, user.email), else a name that says which device wrote. */
export async function readPersonAuthor(
  root: string,
  person: GitHome,
  hostname: string,
): Promise<Author> {
  const config = await readGitConfig(join(root, ".git"), person);
  const name = config.get("author.name") ?? config.get("user.name");
  const email = config.get("author.email") ?? config.get("user.email");
  return {
    name: name || email?.split("@")[0] || "loci",
    email: email || `loci@${hostname.replace(/[^-.\w]/g, "") || "localhost"}.invalid`,
  };
}
