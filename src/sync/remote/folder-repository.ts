import { lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { errno, isMissing, isThere, readIfThere } from "../git/disk.ts";
import { type GitConfig, isTrue, readGitConfig } from "../git/git-config.ts";
import { remoteFailed } from "./remote-failed.ts";

/** A repository in a folder, of a kind that can be read and written without git. */
export interface FolderRepository {
  readonly gitDir: string;
  readonly isBare: boolean;
  readonly config: GitConfig;
}

interface Place {
  readonly path: string;
  readonly shown: string;
}

/** Finds the repository that is, or lies in, a folder; throws what is in the way. Never makes one. */
export async function findRepository(
  place: Place,
  ours: { readonly gitDir: string },
): Promise<FolderRepository> {
  const { gitDir, isBare } = await findGitDir(place);
  if ((await realpath(gitDir)) === (await realpath(ours.gitDir))) {
    throw remoteFailed(place.shown, {
      reason: "unsupported",
      state: "it is the vault itself",
      fix: "set the remote to another folder (`git remote set-url`)",
    });
  }
  const config = await readGitConfig(gitDir, { configFiles: [] });
  const foreign = await foreignFormat(gitDir, config);
  if (foreign !== undefined) {
    throw remoteFailed(place.shown, {
      reason: "unsupported",
      state: `${foreign}, which Loci cannot use without git`,
      fix: "make a plain one with `git clone --bare`, or sync through ssh",
    });
  }
  return { gitDir, isBare: isBare || isTrue(config.get("core.bare")), config };
}

async function findGitDir(place: Place): Promise<{ gitDir: string; isBare: boolean }> {
  const { path } = place;
  const names = await list(place);
  if (["HEAD", "objects", "refs"].every((name) => names.includes(name))) {
    return { gitDir: path, isBare: true };
  }
  if (names.includes(".git")) {
    const gitDir = join(path, ".git");
    if ((await lstat(gitDir)).isDirectory()) return { gitDir, isBare: false };
    throw remoteFailed(place.shown, {
      reason: "unsupported",
      state: "its .git is a link to a repository elsewhere",
      fix: "name that repository's folder in its place",
    });
  }
  throw remoteFailed(place.shown, {
    reason: "gone",
    state: names.length === 0 ? "the folder is empty" : "the folder holds no repository",
    fix: `plug the stick in, or mount the disk; a new one is made there by \`loci sync --remote ${place.path} --create\``,
  });
}

async function list({ path, shown }: Place): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (cause) {
    if (!isMissing(cause) && errno(cause) !== "ENODEV") throw cause;
    throw remoteFailed(shown, {
      reason: "gone",
      state: "there is no such folder",
      fix: `plug the stick in, or mount the disk, and check the path; a new one is made there by \`loci sync --remote ${path} --create\``,
      cause,
    });
  }
}

/** Extensions of the repository format that change nothing of what is read and written here. */
const harmless = ["noop", "preciousobjects", "worktreeconfig", "objectformat", "refstorage"];

async function foreignFormat(gitDir: string, config: GitConfig): Promise<string | undefined> {
  const hash = config.get("extensions.objectformat") ?? "sha1";
  const refs = config.get("extensions.refstorage") ?? "files";
  const version = config.get("core.repositoryformatversion") ?? "0";
  if (hash !== "sha1") return `its repository uses ${hash} object names`;
  if (refs !== "files") return `its repository keeps refs in the ${refs} format`;
  if (version !== "0" && version !== "1") return `its repository has format ${version}`;
  const partial = /^(extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$/s;
  if ([...config.keys()].some((key) => partial.test(key)))
    return "its repository is a partial clone";
  const known = harmless.map((name) => `extensions.${name}`);
  const unknown = [...config.keys()].find((k) => k.startsWith("extensions.") && !known.includes(k));
  if (unknown !== undefined) return `its repository uses ${unknown}`;
  if (await isThere(join(gitDir, "commondir"))) return "its repository is a linked worktree";
  const alternates = await readIfThere(join(gitDir, "objects", "info", "alternates"));
  const borrows = alternates !== undefined && alternates.toString("latin1").trim() !== "";
  return borrows ? "its repository borrows objects from another one" : undefined;
}
