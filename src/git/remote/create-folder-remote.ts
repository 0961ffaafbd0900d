import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { type Disk, isMissing, isThere, nodeDisk } from "../disk.ts";
import { findLinkedFolder } from "../repository/find-linked-folder.ts";
import { diskFailure, remoteFailed } from "./remote-failed.ts";

/**
 * Makes a folder a bare repository to sync with, where the person asks for it; one that is a repository stays as it
 * is. The folder may be missing, but not the one above it: that would be a stick which is not plugged in.
 */
export async function createFolderRemote(
  path: string,
  options: { readonly branch?: string; readonly disk?: Disk } = {},
): Promise<void> {
  const { branch = "main", disk = nodeDisk } = options;
  try {
    await makeFolder(path);
    const names = await readdir(path);
    if (names.includes(".git") || (names.includes("HEAD") && names.includes("objects"))) return;
    const isOurs = names.every((name) => ours.includes(name));
    if (!isOurs || (await findLinkedFolder(path)) !== undefined) {
      throw remoteFailed(path, {
        reason: "unsupported",
        state: "the folder is not empty, and holds no repository",
        fix: "name a new or empty folder, such as one below it",
      });
    }
    await fill(path, branch, disk);
  } catch (error) {
    const failure = diskFailure(error, "the disk of that folder");
    throw failure ? remoteFailed(path, failure) : error;
  }
}

/** What a set-up that was killed may have left. */
const ours = ["objects", "refs", "config", "description", "HEAD.new"];

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

/** HEAD last, and at once: only with it does git see a repository. */
async function fill(path: string, branch: string, disk: Disk): Promise<void> {
  for (const folder of ["objects/info", "objects/pack", "refs/heads", "refs/tags"]) {
    await disk.mkdir(join(path, folder));
  }
  const files = [
    ["config", "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n"],
    ["description", "A Loci vault\n"],
    ["HEAD.new", `ref: refs/heads/${branch}\n`],
  ] as const;
  for (const [name, text] of files) {
    if (await isThere(join(path, name))) await disk.unlink(join(path, name));
    await disk.create(join(path, name), Buffer.from(text), 0o666);
  }
  await disk.rename(join(path, "HEAD.new"), join(path, "HEAD"));
  await disk.flushFolder(path);
}
