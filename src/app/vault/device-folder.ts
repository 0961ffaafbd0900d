import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { errnoOf, LociError, messageOf } from "../../errors.ts";

/**
 * Makes the vault's `.loci` folder, which belongs to this device and this person alone, and returns its path. One that
 * came with the vault would bring another's caches and conversations: it is refused where git tracks it, where it is a
 * link or holds one, and where it is another user's. Throws LociError BAD_CONFIG or WRITE_FAILED.
 */
export async function openDeviceFolder(root: string): Promise<string> {
  const folder = join(root, ".loci");
  const foreign = whyNotOwn(folder) ?? ((await isTracked(root)) ? tracked : undefined);
  if (foreign !== undefined) {
    throw new LociError("BAD_CONFIG", `Cannot trust "${folder}": ${foreign}`, { data: { folder } });
  }
  try {
    // Not with its parents: an unmounted vault must not come back as an empty folder.
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
    else if ((lstatSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
    const ignore = join(folder, ".gitignore");
    if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
  } catch (error) {
    if (errnoOf(error) === "EEXIST") return folder; // Another process was faster.
    throw new LociError(
      "WRITE_FAILED",
      `Cannot make the folder "${folder}": ${messageOf(error)}; Loci keeps its index there`,
      { cause: error, data: { folder } },
    );
  }
  return folder;
}

const tracked =
  'git tracks it, so it may come from another device; run "git rm -r --cached .loci" in the vault, delete the folder and start again';

/** Own is a real folder of this user, without links that could lead its writes elsewhere, or none yet. */
function whyNotOwn(folder: string): string | undefined {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isDirectory()) return "it is a link or a file; delete it and start again";
  if (process.getuid !== undefined && stat.uid !== process.getuid()) {
    return "it belongs to another user; delete it, or use the vault as that user";
  }
  const entries = readdirSync(folder, { withFileTypes: true });
  // It has folders as deep as the vault's own: what is written and deleted there would reach the end of a link.
  const writes = entries.find((entry) => entry.name === "writes" && entry.isDirectory());
  if (writes !== undefined)
    entries.push(...readdirSync(join(folder, "writes"), { withFileTypes: true, recursive: true }));
  const link = entries.find((entry) => entry.isSymbolicLink());
  return link && `"${link.name}" in it is a link; delete it and start again`;
}

/** Asks the index of the repository that governs the vault, be it its own, one above it or a submodule's. */
async function isTracked(root: string): Promise<boolean> {
  const { top, index } = indexAbove(root) ?? {};
  if (top === undefined || index === undefined || !existsSync(index)) return false;
  const bytes = readFileSync(index);
  // Version 4 leaves out what a name shares with the one before; in others the name stands in full, or nowhere.
  if (bytes[7] !== 4 && !/\.loci/i.test(bytes.toString("latin1"))) return false;
  const { parseIndex } = await import("../../git/index-file/index-file.ts");
  const path = relative(top, join(root, ".loci")).split(sep).join("/");
  const own = `${Buffer.from(path).toString("latin1")}/`.toLowerCase();
  try {
    const files = parseIndex(bytes);
    // An index that cannot be read is no reason to trust the folder.
    return files?.some((file) => `${file.path}/`.toLowerCase().startsWith(own)) ?? true;
  } catch {
    return true;
  }
}

function indexAbove(folder: string): { top: string; index: string } | undefined {
  const git = join(folder, ".git");
  const stat = lstatSync(git, { throwIfNoEntry: false });
  const text = stat?.isFile() === true ? readFileSync(git, "utf8").slice(0, 4_096) : "";
  const linked = /^gitdir: (.+)$/m.exec(text)?.[1];
  const gitDir = linked === undefined ? git : resolve(folder, linked.trim());
  if (stat !== undefined) return { top: folder, index: join(gitDir, "index") };
  return folder === dirname(folder) ? undefined : indexAbove(dirname(folder));
}
