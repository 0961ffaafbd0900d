import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { type Disk, isThere, nodeDisk } from "../disk.ts";
import type { Author } from "../objects/write-commit.ts";

/** What no `git add -A` takes along, whatever `.gitignore` says. */
const privateNames =
  ".loci/\n/conversations/\n.env*\n*.pem\n*.key\nid_rsa*\nid_ed25519*\nid_ecdsa*\n";

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
  for (const folder of ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info"]) {
    await disk.mkdir(join(draft, folder));
  }
  await disk.create(join(draft, "HEAD"), Buffer.from("ref: refs/heads/main\n"), 0o666);
  await disk.create(join(draft, "config"), Buffer.from(configText(author)), 0o666);
  await disk.create(join(draft, "description"), Buffer.from("A Loci vault\n"), 0o666);
  await disk.create(join(draft, "info", "exclude"), Buffer.from(`.git.*/\n${privateNames}`), 0o666);
  try {
    await disk.rename(draft, gitDir);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(errnoOf(error) ?? "")) throw error;
    return false; // someone else was faster; the draft is harmless and ignored
  }
  await disk.flushFolder(root);
  return true;
}

function configText(author: Author | undefined): string {
  const onWindows = process.platform === "win32";
  const onMac = process.platform === "darwin";
  const quote = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&").replace(/\n/g, " ")}"`;
  return [
    "[core]",
    "\trepositoryformatversion = 0",
    `\tfilemode = ${!onWindows}`,
    "\tbare = false",
    "\tlogallrefupdates = true",
    ...(onWindows || onMac ? ["\tignorecase = true"] : []),
    ...(onWindows ? ["\tsymlinks = false"] : []),
    ...(onMac ? ["\tprecomposeunicode = true"] : []),
    ...(author
      ? ["[user]", `\tname = ${quote(author.name)}`, `\temail = ${quote(author.email)}`]
      : []),
    "",
  ].join("\n");
}
