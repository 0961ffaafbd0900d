import { respectCheckouts } from "../sync/round/respect-checkouts.ts";
import { healVault } from "../vault/change-file.ts";
import type { Parts } from "./parts.ts";

/** Puts right what editors and crashes left in files that Loci lately wrote, and reports what it cannot. */
export async function mend(parts: Parts): Promise<void> {
  const { root, lociDir, lock, clock, report } = parts;
  await respectCheckouts({ root, lociDir, lock, clock });
  for (const error of await healVault({ root, lociDir, lock, clock })) report(error.message);
}
