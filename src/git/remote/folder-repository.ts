import { lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { type GitConfig, isTrue, readGitConfig } from "../config/git-config.ts";
import { isMissing, isThere } from "../disk.ts";
import { findLinkedFolder } from "../repository/find-linked-folder.ts";
import { borrowsObjects, foreignFormat } from "../repository/repository.ts";
import { shellWord } from "../shell-word.ts";
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
  const linked = await findLinkedFolder(gitDir);
  if (linked !== undefined) {
    throw remoteFailed(place.shown, {
      reason: "unsupported",
      state: `its "${linked}" is a link to files elsewhere, which Loci must not change`,
      fix: "make a plain repository with `git clone --bare`, and set the remote to that",
    });
  }
  const config = await readGitConfig(gitDir, { configFiles: [] });
  const foreign = foreignFormat(config) ?? (await foreignPlace(gitDir));
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
    fix: `plug the USB stick in, or mount the disk; a new one is made there by \`loci sync --remote ${shellWord(place.path)} --create\``,
  });
}

async function list({ path, shown }: Place): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (cause) {
    if (!isMissing(cause) && errnoOf(cause) !== "ENODEV") throw cause;
    throw remoteFailed(shown, {
      reason: "gone",
      state: "there is no such folder",
      fix: `plug the USB stick in, or mount the disk, and check the path; a new one is made there by \`loci sync --remote ${shellWord(path)} --create\``,
      cause,
    });
  }
}

async function foreignPlace(gitDir: string): Promise<string | undefined> {
  if (await isThere(join(gitDir, "commondir"))) return "its repository is a linked worktree";
  return (await borrowsObjects(gitDir))
    ? "its repository borrows objects from another one"
    : undefined;
}
