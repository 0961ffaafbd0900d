import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LociError, messageOf } from "../errors.ts";

/**
 * Makes the vault's `.loci` folder, which belongs to this device alone, and returns its path. Refuses one that git
 * tracks: its settings, token and caches would then have come from somebody else. Throws LociError BAD_CONFIG.
 */
export async function openDeviceFolder(root: string): Promise<string> {
  const folder = join(root, ".loci");
  if (await isTracked(root)) {
    throw new LociError(
      "BAD_CONFIG",
      `Cannot trust "${folder}": git tracks it, so it may come from another device; run "git rm -r --cached .loci" in the vault, delete the folder and start again`,
      { data: { folder } },
    );
  }
  try {
    // Not with its parents: an unmounted vault must not come back as an empty folder.
    if (!existsSync(folder)) mkdirSync(folder);
    const ignore = join(folder, ".gitignore");
    if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
  } catch (error) {
    throw new LociError(
      "WRITE_FAILED",
      `Cannot make the folder "${folder}": ${messageOf(error)}; Loci keeps its index there`,
      { cause: error, data: { folder } },
    );
  }
  return folder;
}

/** Asks git's index, and reads it properly only where the name occurs at all, for that costs more than a recall. */
async function isTracked(root: string): Promise<boolean> {
  const index = join(root, ".git", "index");
  if (!existsSync(index)) return false;
  const bytes = readFileSync(index);
  if (!bytes.includes("loci/")) return false;
  const { parseIndex } = await import("../sync/index-file.ts");
  try {
    return parseIndex(bytes).entries.some(({ path }) => path.startsWith(".loci/"));
  } catch {
    return bytes.includes(".loci/"); // An index that cannot be read is no reason to trust the folder.
  }
}
