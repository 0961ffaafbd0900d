import { lastHeadMove } from "../sync/git/head-moves.ts";
import { healVault } from "../vault/change-file.ts";
import { dropLedgersBefore, ledgerMs } from "../vault/recent-writes.ts";
import type { Parts } from "./parts.ts";

/** A reflog tells seconds. */
const second = 1_000;

/** Puts right what editors and crashes left in files that Loci lately wrote, and reports what it cannot. */
export async function mend(parts: Parts): Promise<void> {
  const { root, lociDir, lock, report } = parts;
  await respectCheckouts(parts);
  for (const error of await healVault({ root, lociDir, lock })) report(error.message);
}

/** A person who checked out another version wants that one: what Loci wrote before is in git, and not put back. */
export async function respectCheckouts({ root, lociDir, lock }: Parts): Promise<void> {
  const movedAt = await lastHeadMove(root);
  if (movedAt === undefined || Date.now() - movedAt > ledgerMs) return;
  await lock(() => dropLedgersBefore({ root, lociDir }, movedAt + second));
}
