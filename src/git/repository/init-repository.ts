import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { errnoOf } from "../../errors.ts";
import { type Disk, isThere, nodeDisk } from "../disk.ts";

/** SHA-1 and refs in files, whatever the defaults of the person's git become. */
const core = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tlogallrefupdates = true\n";
const settings: Partial<Record<NodeJS.Platform, string>> = {
  win32: "\tfilemode = false\n\tignorecase = true\n\tsymlinks = false\n",
  darwin: "\tfilemode = true\n\tignorecase = true\n\tprecomposeunicode = true\n",
};

const files = {
  config: core + (settings[process.platform] ?? "\tfilemode = true\n"),
  // What no `git add -A` takes along, whatever `.gitignore` says.
  "info/exclude":
    ".git.*/\n.loci/\n/conversations/\n.env*\n*.pem\n*.key\nid_rsa*\nid_ed25519*\nid_ecdsa*\n",
  HEAD: "ref: refs/heads/main\n",
};

/** Makes a folder a git repository with the branch main, unless it is one; true where it made one. */
export async function initRepository(
  root: string,
  { disk = nodeDisk }: { readonly disk?: Disk } = {},
): Promise<boolean> {
  const gitDir = join(root, ".git");
  if (await isThere(gitDir)) return false;
  const draft = join(root, `.git.${process.pid}-${randomBytes(4).toString("hex")}`);
  for (const below of ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info"])
    await disk.mkdir(join(draft, below));
  for (const [name, text] of Object.entries(files))
    await disk.create(join(draft, name), Buffer.from(text), 0o666);
  await disk.flushFolder(draft);
  try {
    await disk.rename(draft, gitDir);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOTDIR"].includes(errnoOf(error) ?? "")) throw error;
    return false; // someone else was faster; the draft is harmless and ignored
  }
  await disk.flushFolder(root);
  return true;
}
