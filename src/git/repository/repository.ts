import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { blocked } from "../blocked.ts";
import { type GitConfig, type GitHome, readBool, readGitConfig } from "../config/git-config.ts";
import { ifMissing, isThere, readIfThere } from "../disk.ts";
import { shellWord } from "../shell-word.ts";
import { findLinkedFolder } from "./find-linked-folder.ts";

/** A repository that Loci can write to without harm. */
export interface Repository {
  readonly root: string;
  readonly gitDir: string;
  readonly config: GitConfig;
}

/** Opens the vault's repository, or says in one sentence why Loci leaves it alone. */
export async function openRepository(root: string, person: GitHome): Promise<Repository> {
  const gitDir = join(root, ".git");
  await checkGitDir(root, gitDir);
  const config = await readGitConfig(gitDir, person);
  const foreign = whyForeign(config);
  if (foreign !== undefined) {
    const fix = "commit with your own git, or keep the vault in a plain clone";
    throw blocked(`${foreign}, which Loci cannot write safely`, fix);
  }
  const linked = await findLinkedFolder(gitDir);
  if (linked !== undefined) {
    const fix = "put a plain folder in its place, or keep the vault in a plain clone of its own";
    throw blocked(`.git/${linked} is a link to files elsewhere`, fix);
  }
  const alternates = await readIfThere(join(gitDir, "objects", "info", "alternates"));
  if (alternates?.toString("latin1").trim()) {
    throw blocked(
      "its repository borrows objects from another one (objects/info/alternates)",
      "run `git repack -a -d` and delete .git/objects/info/alternates",
    );
  }
  return { root, gitDir, config };
}

async function checkGitDir(root: string, gitDir: string): Promise<void> {
  const found = await lstat(gitDir).catch(ifMissing);
  if (found?.isDirectory() && !(await isThere(join(gitDir, "commondir")))) return;
  if (found !== undefined) {
    throw blocked(
      "its .git is a link to a repository elsewhere (a worktree or a submodule)",
      "keep the vault in a plain clone of its own, or commit with your own git",
    );
  }
  const outer = await repositoryAbove(dirname(root));
  if (outer === undefined) {
    const fix = `run \`loci init ${shellWord(root)}\`, or \`git init\` in it`;
    throw blocked("it is not a git repository", fix);
  }
  throw blocked(
    `the vault is a folder inside another repository (${outer})`,
    "commit there with your own git, or run `git init` in the vault to give it its own history",
  );
}

/** The repository whose folder holds this one, if any. */
export async function repositoryAbove(folder: string): Promise<string | undefined> {
  if (await isThere(join(folder, ".git"))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryAbove(above);
}

/** Extensions of the repository format that change nothing of what Loci reads and writes, or are looked at below. */
const knownExtensions =
  /^extensions\.(?:noop|preciousobjects|worktreeconfig|objectformat|refstorage)$/;

/** The first setting that a writer of plain repositories must not ignore. */
function whyForeign(config: GitConfig): string | undefined {
  const keys = [...config.keys()];
  const hash = config.get("extensions.objectformat") ?? "sha1";
  if (hash !== "sha1") return `its repository uses ${hash} object names`;
  const refs = config.get("extensions.refstorage") ?? "files";
  if (refs !== "files") return `its repository keeps refs in the ${refs} format`;
  const partial = /^(extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$/s;
  if (keys.some((key) => partial.test(key))) return "its repository is a partial clone";
  const version = config.get("core.repositoryformatversion") ?? "0";
  if (version !== "0" && version !== "1") return `its repository has format ${version}`;
  const unknown = keys.find((key) => key.startsWith("extensions.") && !knownExtensions.test(key));
  if (unknown !== undefined) return `its repository uses ${unknown}`;
  if (readBool(config, "core.bare", false)) return "its repository is bare";
  if (config.has("core.worktree")) return "its files live elsewhere (core.worktree)";
  if (readBool(config, "core.sparsecheckout", false)) return "its repository is a sparse checkout";
}
