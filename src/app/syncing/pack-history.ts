import { existsSync } from "node:fs";
import { join } from "node:path";
import { nodeDisk } from "../../git/disk.ts";
import { isPackingDue, type PackReport, packLoose } from "../../git/maintenance/pack-loose.ts";
import { openObjects } from "../../git/objects/objects.ts";
import { findGit } from "../../git/system-git.ts";
import { openVaultLock } from "../../index/vault-lock.ts";
import type { OpenVault } from "../vault/open-vault.ts";

export interface PackOptions {
  /** Called before packing begins, which may take a minute on a small machine. */
  readonly onBegin?: () => void;
  readonly signal?: AbortSignal;
}

/**
 * Packs the vault's history where that is due, and is cheap where it is not: ask after every round. May be called off
 * or killed at any moment. Rejects with the signal's reason, or where `.git` cannot be read or written.
 */
export async function packHistory(
  { root, lociDir, clock, env }: Pick<OpenVault, "root" | "lociDir" | "clock" | "env">,
  { onBegin, signal }: PackOptions = {},
): Promise<PackReport | undefined> {
  const gitDir = join(root, ".git");
  if (!existsSync(join(gitDir, "objects")) || !(await isPackingDue(gitDir))) return undefined;
  onBegin?.();
  const commitLock = openVaultLock(lociDir, { clock, name: "commit" });
  try {
    const git = await findGit(env, nodeDisk);
    const objects = openObjects(gitDir, nodeDisk);
    const packing = { gitDir, disk: nodeDisk, objects, git, signal };
    return await commitLock.lock(() => packLoose(packing), signal);
  } finally {
    commitLock.close();
  }
}
