import { createAttachmentFinder } from "./attachments.ts";
import { type HideChoice, toHideRules } from "./hide-rules.ts";
import { loadVault } from "./load-vault.ts";
import { formatPublicList } from "./public-list.ts";
import { listCandidates } from "./show-listed.ts";

/**
 * The text of a `public.txt` with all that a vault could show to everyone: `loci site list`. What the choice leaves out is
 * not in it. Throws LociError where the vault itself cannot be read.
 */
export async function listPublic(root: string, choice: HideChoice): Promise<string> {
  const rules = toHideRules(choice);
  const loaded = await loadVault(root, rules);
  const attachments = createAttachmentFinder(root, rules);
  return formatPublicList(listCandidates({ root, loaded, attachments }));
}
