import { type Disk, unlinkIfThere } from "../disk.ts";
import { isDeadLock, type LockOptions, ownLock, takeLock } from "../lock-file.ts";

/** The refs of a repository, to be changed. */
export interface RefStore {
  readonly repository: { readonly gitDir: string };
  readonly disk: Disk;
  readonly lockOptions: LockOptions;
}

/**
 * Works under git's lock of one file of refs. The lock names its owner, so that the one of a killed process can go. The
 * caller holds the commit lock, so there is one at a time.
 */
export async function withRefLock<T>(
  { disk, lockOptions, repository: { gitDir } }: RefStore,
  file: string,
  work: () => Promise<T>,
): Promise<T> {
  const lock = `${file}.lock`;
  const options = { ...lockOptions, isAbandoned: isDeadLock };
  await takeLock(disk, gitDir, lock, await ownLock(), options);
  try {
    return await work();
  } finally {
    await unlinkIfThere(disk, lock);
  }
}
