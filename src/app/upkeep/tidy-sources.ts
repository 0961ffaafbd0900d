import { changeVaultFile } from "../../memory/change-and-note-file.ts";
import { respectCheckouts } from "../../sync/round/respect-checkouts.ts";
import { dropSources, findSpareSources } from "../../upkeep/tidy-sources.ts";
import type { OpenVault } from "../open-vault.ts";

/** Takes `[source:: …]` out of the lines of which the log names the session, as one commit. */
export async function tidySources(
  parts: OpenVault,
  { isDryRun = false }: { readonly isDryRun?: boolean } = {},
): Promise<{ readonly lines: number }> {
  await parts.checkStillThere();
  const spare = findSpareSources(parts.root);
  if (isDryRun || spare.length === 0)
    return { lines: spare.reduce((sum, { sessions }) => sum + sessions.size, 0) };
  await respectCheckouts(parts);
  const lines = await dropSources(changeVaultFile(parts), spare);
  await parts.committer.commit();
  return { lines };
}
