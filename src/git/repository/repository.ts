import { lstat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { blocked } from "../blocked.ts";
import { type GitConfig, type GitHome, isTrue, readGitConfig } from "../config/git-config.ts";
import { isMissing, isThere, readIfThere } from "../disk.ts";
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
  const format = foreignFormat(config) ?? foreignFolder(config);
  if (format !== undefined) {
    throw blocked(
      `${format}, which Loci cannot write safely`,
      "commit with your own git, or keep the vault in a plain clone",
    );
  }
  const linked = await findLinkedFolder(gitDir);
  if (linked !== undefined) {
    throw blocked(
      `.git/${linked} is a link to files elsewhere`,
      "put a plain folder in its place, or keep the vault in a plain clone of its own",
    );
  }
  if (await borrowsObjects(gitDir)) {
    throw blocked(
      "its repository borrows objects from another one (objects/info/alternates)",
      "run `git repack -a -d` and delete .git/objects/info/alternates",
    );
  }
  return { root, gitDir, config };
}

async function checkGitDir(root: string, gitDir: string): Promise<void> {
  const kind = await kindOf(gitDir);
  if (kind === "folder" && !(await isThere(join(gitDir, "commondir")))) return;
  if (kind !== "nothing") {
    throw blocked(
      "its .git is a link to a repository elsewhere (a worktree or a submodule)",
      "keep the vault in a plain clone of its own, or commit with your own git",
    );
  }
  const outer = await repositoryAbove(dirname(root));
  if (outer !== undefined) {
    throw blocked(
      `the vault is a folder inside another repository (${outer})`,
      "commit there with your own git, or run `git init` in the vault to give it its own history",
    );
  }
  throw blocked(
    "it is not a git repository",
    `run \`loci init ${shellWord(root)}\`, or \`git init\` in it`,
  );
}

async function kindOf(path: string): Promise<"folder" | "other" | "nothing"> {
  try {
    return (await lstat(path)).isDirectory() ? "folder" : "other";
  } catch (error) {
    if (isMissing(error)) return "nothing";
    throw error;
  }
}

/** The repository whose folder holds this one, if any. */
export async function repositoryAbove(folder: string): Promise<string | undefined> {
  if (await isThere(join(folder, ".git"))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryAbove(above);
}

/** Extensions of the repository format that change nothing of what Loci reads and writes. */
const harmlessExtensions = ["noop", "preciousobjects", "worktreeconfig"];

/** The first setting that a writer of plain repositories must not ignore. */
function foreignFormat(config: GitConfig): string | undefined {
  const version = config.get("core.repositoryformatversion") ?? "0";
  const hash = config.get("extensions.objectformat") ?? "sha1";
  const refs = config.get("extensions.refstorage") ?? "files";
  if (hash !== "sha1") return `its repository uses ${hash} object names`;
  if (refs !== "files") return `its repository keeps refs in the ${refs} format`;
  const keys = [...config.keys()];
  const partial = /^(extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$/s;
  if (keys.some((key) => partial.test(key))) return "its repository is a partial clone";
  if (version !== "0" && version !== "1") return `its repository has format ${version}`;
  const known = [...harmlessExtensions, "objectformat", "refstorage"].map((x) => `extensions.${x}`);
  const unknown = keys.find((key) => key.startsWith("extensions.") && !known.includes(key));
  return unknown && `its repository uses ${unknown}`;
}

/** The same for settings about where the files are. */
function foreignFolder(config: GitConfig): string | undefined {
  if (isTrue(config.get("core.bare"))) return "its repository is bare";
  if (config.has("core.worktree")) return "its files live elsewhere (core.worktree)";
  return isTrue(config.get("core.sparsecheckout"))
    ? "its repository is a sparse checkout"
    : undefined;
}

/** Whether a repository holds only some of its objects itself. */
async function borrowsObjects(gitDir: string): Promise<boolean> {
  const alternates = await readIfThere(join(gitDir, "objects", "info", "alternates"));
  return alternates !== undefined && alternates.toString("latin1").trim() !== "";
}
