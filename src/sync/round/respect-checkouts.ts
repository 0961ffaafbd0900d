import { lastHeadMove } from "../../git/refs/head.ts";
import type { WritableVault } from "../../vault/change-file.ts";
import { dropLedgersBefore, ledgerMs } from "../../vault/recent-writes.ts";

/** Times in a reflog are in seconds. */
const second = 1_000;

/** A person who checked out another version wants that one: what Loci wrote before is in git, and not put back. */
export async function respectCheckouts({
  root,
  lociDir,
  lock,
  clock,
}: WritableVault): Promise<void> {
  const movedAt = await lastHeadMove(root);
  if (movedAt === undefined || clock.now() - movedAt > ledgerMs) return;
  await lock(() => dropLedgersBefore({ root, lociDir, clock }, movedAt + second));
}
