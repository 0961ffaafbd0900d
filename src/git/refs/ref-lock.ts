import { join } from "node:path";
import { createDraft, type Disk, readIfThere, unlinkIfThere } from "../disk.ts";
import { type LockOptions, takeLock } from "../lock-file.ts";
import { currentOwner, isDead, type Owner } from "../process-owner.ts";

/** The refs of a repository, to be changed. */
export interface RefStore {
  readonly repository: { readonly gitDir: string };
  readonly disk: Disk;
  readonly lockOptions: LockOptions;
}

/** Git's locks of refs say nothing of their owner; this file does, so that the lock of a killed process can go. */
const claimFile = (gitDir: string): string => join(gitDir, "loci", "ref-claim.json");

interface Claim {
  readonly loci: Owner;
  readonly lock: string;
  readonly content: string;
}

/**
 * Works under git's lock of one file of refs, which `work` may rename into its place. The caller holds the commit
 * lock, so there is one at a time.
 */
export async function withRefLock<T>(
  { disk, lockOptions, repository: { gitDir } }: RefStore,
  file: string,
  content: string,
  work: (lock: string) => Promise<T>,
): Promise<T> {
  const lock = `${file}.lock`;
  await dropDeadLock(disk, gitDir);
  const claim: Claim = { loci: await currentOwner(), lock, content };
  const draft = await createDraft(disk, gitDir, Buffer.from(JSON.stringify(claim)));
  await disk.rename(draft, claimFile(gitDir));
  try {
    await takeLock(disk, gitDir, lock, Buffer.from(content), lockOptions);
    try {
      return await work(lock);
    } finally {
      await dropLock(disk, claim); // unless the renaming took it: one that is there now may be another's
    }
  } finally {
    await unlinkIfThere(disk, claimFile(gitDir));
  }
}

/** Removes what a process that was killed left locked. */
async function dropDeadLock(disk: Disk, gitDir: string): Promise<void> {
  const bytes = await readIfThere(claimFile(gitDir));
  if (bytes === undefined) return;
  const claim = parseClaim(bytes);
  if (claim && !(await isDead(claim.loci))) return;
  if (claim) await dropLock(disk, claim);
  await unlinkIfThere(disk, claimFile(gitDir));
}

async function dropLock(disk: Disk, { lock, content }: Claim): Promise<void> {
  const held = await readIfThere(lock);
  if (held?.toString("latin1") === content) await unlinkIfThere(disk, lock);
}

function parseClaim(bytes: Buffer): Claim | undefined {
  try {
    const claim: Claim = JSON.parse(bytes.toString("utf8"));
    return claim;
  } catch {
    return undefined; // cut short by a power cut
  }
}
