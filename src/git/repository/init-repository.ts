import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { type Disk, isThere, nodeDisk, unlinkIfThere } from "../disk.ts";
import type { Author } from "../objects/commit.ts";

/** What no `git add -A` takes along, whatever `.gitignore` says. */
const privateNames =
  ".git.*/\n.loci/\n/conversations/\n.env*\n*.pem\n*.key\nid_rsa*\nid_ed25519*\nid_ecdsa*\n";

/**
 * Makes a folder a git repository with the branch main, unless it is one; true where it made one.
 * Always SHA-1 and refs in files, whatever the defaults of the person's git become.
 */
export async function initRepository(
  root: string,
  options: { readonly author?: Author; readonly disk?: Disk } = {},
): Promise<boolean> {
  const { author, disk = nodeDisk } = options;
  const gitDir = join(root, ".git");
  if (await isThere(gitDir)) return false;
  const draft = join(root, `.git.${process.pid}-${randomBytes(4).toString("hex")}`);
  const config = configText(author);
  await fillGitFolder(disk, draft, { config, branch: "main", exclude: privateNames });
  try {
    await disk.rename(draft, gitDir);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(errnoOf(error) ?? "")) throw error;
    return false; // someone else was faster; the draft is harmless and ignored
  }
  await disk.flushFolder(root);
  return true;
}

/** Writes what makes a folder a repository. HEAD comes last, and at once: only with it does git see one. */
async function fillGitFolder(
  disk: Disk,
  folder: string,
  texts: { readonly config: string; readonly branch: string; readonly exclude?: string },
): Promise<void> {
  for (const below of ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info"])
    await disk.mkdir(join(folder, below));
  const { config, branch, exclude = "" } = texts;
  const head = `ref: refs/heads/${branch}\n`;
  for (const [name, text] of Object.entries({
    config,
    "info/exclude": exclude,
    "HEAD.new": head,
  })) {
    await unlinkIfThere(disk, join(folder, name));
    await disk.create(join(folder, name), Buffer.from(text), 0o666);
  }
  await disk.rename(join(folder, "HEAD.new"), join(folder, "HEAD"));
  await disk.flushFolder(folder);
}

function configText(author: Author | undefined): string {
  const onWindows = process.platform === "win32";
  const onMac = process.platform === "darwin";
  const quote = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&").replace(/\n/g, " ")}"`;
  const lines = [
    "[core]",
    "\trepositoryformatversion = 0",
    `\tfilemode = ${!onWindows}`,
    "\tbare = false",
    "\tlogallrefupdates = true",
  ];
  if (onWindows || onMac) lines.push("\tignorecase = true");
  if (onWindows) lines.push("\tsymlinks = false");
  if (onMac) lines.push("\tprecomposeunicode = true");
  if (author)
    lines.push("[user]", `\tname = ${quote(author.name)}`, `\temail = ${quote(author.email)}`);
  return `${lines.join("\n")}\n`;
}
