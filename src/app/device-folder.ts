import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LociError } from "../errors.ts";

/**
 * Makes the vault's `.loci` folder, which belongs to this device alone, and returns its path. Refuses one that git
 * tracks: its settings, token and caches would then have come from somebody else. Throws LociError BAD_CONFIG.
 */
export function openDeviceFolder(root: string): string {
  const folder = join(root, ".loci");
  if (isTracked(root)) {
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
      `Cannot make the folder "${folder}": ${error instanceof Error ? error.message : String(error)}; Loci keeps its index there`,
      { cause: error, data: { folder } },
    );
  }
  return folder;
}

/** Looks for the name in git's index as bytes: reading it properly would cost more than a recall. */
function isTracked(root: string): boolean {
  const index = join(root, ".git", "index");
  if (!existsSync(index)) return false;
  const bytes = readFileSync(index);
  if (bytes.length < 12) return false;
  // Version 4 leaves out what a name shares with the one before it, such as the dot of ".gitignore".
  return bytes.readUInt32BE(4) === 2 ? hasName(bytes) : bytes.includes("loci/");
}

/** Version 2 stores two bytes of flags, with the length of the name in the lower 12 bits, before each name. */
function hasName(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(".loci/"); at >= 0; at = bytes.indexOf(".loci/", at + 1)) {
    const length = bytes.readUInt16BE(at - 2) & 0xfff;
    if (bytes[at + length] === 0) return true;
  }
  return false;
}
