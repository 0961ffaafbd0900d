import { join } from "node:path";
import { readIfThere } from "../../git/disk.ts";
import type { WritableVault } from "../../vault/write/change-file.ts";
import { dropVersions, ledgerMs } from "../../vault/write/versions.ts";

/** What git writes into the reflog of HEAD, in seconds, when it puts other versions of files into the folder. */
const moves =
  /^[0-9a-f]{40} [0-9a-f]{40} .*> (\d+) [-+]\d{4}\t(?:checkout|reset|rebase|merge|pull|am|cherry-pick|revert|clone)\b/gm;

/** A person who checked out another version wants that one: what Loci wrote before is in git, and not put back. */
export async function respectCheckouts(vault: WritableVault): Promise<void> {
  const { root, lociDir, lock, clock } = vault;
  const log = join(root, ".git", "logs", "HEAD");
  const bytes = await readIfThere(log).catch(() => undefined); // a pipe
  const last = [...(bytes?.subarray(-8_192).toString("latin1") ?? "").matchAll(moves)].at(-1);
  if (last === undefined) return;
  const movedAt = Number(last[1]) * 1_000;
  if (clock.now() - movedAt > ledgerMs) return;
  const isBefore = ({ at }: { readonly at: number }): boolean => at < movedAt + 1_000;
  await lock(() => dropVersions({ root, lociDir, clock }, (versions) => versions.every(isBefore)));
}
