import { mkdir, readdir } from "node:fs/promises";
import { errnoOf } from "../../errors.ts";
import { type Disk, isMissing, nodeDisk } from "../disk.ts";
import { findLinkedFolder } from "../repository/find-linked-folder.ts";
import { fillGitFolder } from "../repository/init-repository.ts";
import { diskFailed, remoteFailed } from "./remote-failed.ts";

/**
 * Makes a folder a bare repository to sync with, where the person asks for it; one that is a repository stays as it
 * is. The folder may be missing, but not the one above it: that would be a stick which is not plugged in.
 */
export async function createFolderRemote(
  path: string,
  options: { readonly branch?: string; readonly disk?: Disk } = {},
): Promise<void> {
  const { branch = "main", disk = nodeDisk } = options;
  const ours = ["objects", "refs", "info", "config", "HEAD.new"];
  try {
    await makeFolder(path);
    const names = await readdir(path);
    if (names.includes(".git") || (names.includes("HEAD") && names.includes("objects"))) return;
    const isOurs = names.every((name) => ours.includes(name)); // what a set-up that was killed may have left
    if (!isOurs || (await findLinkedFolder(path)) !== undefined) {
      throw remoteFailed(path, {
        reason: "unsupported",
        state: "the folder is not empty, and holds no repository",
        fix: "name a new or empty folder, such as one below it",
      });
    }
    const config = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n";
    await fillGitFolder(disk, path, { config, branch });
  } catch (error) {
    throw diskFailed(path, "the disk of that folder", error) ?? error;
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (cause) {
    if (errnoOf(cause) === "EEXIST") return;
    if (!isMissing(cause)) throw cause;
    throw remoteFailed(path, {
      reason: "gone",
      state: "the folder above it is not there",
      fix: "plug the USB stick in, or mount the disk, and check the path",
      cause,
    });
  }
}
