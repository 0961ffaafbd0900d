import { z } from "zod";
import { conversationSettings } from "./conversations.ts";
import { modelSettings } from "./models.ts";
import { privacySettings } from "./privacy.ts";
import { recallSettings } from "./recall.ts";
import { siteSettings } from "./site.ts";
import { syncSettings } from "./sync.ts";
import { upkeepSettings } from "./upkeep.ts";
import { vaultSettings } from "./vault.ts";
import { voiceSettings } from "./voice.ts";

/** Every setting of Loci: its meaning and its default. The reference in docs/settings.md is made of this. */
export const settingsSchema = z.strictObject({
  ...vaultSettings,
  recall: recallSettings,
  ...conversationSettings,
  privacy: privacySettings,
  ...upkeepSettings,
  site: siteSettings,
  ...syncSettings,
  ...modelSettings,
  voice: voiceSettings,
});

export type Settings = z.infer<typeof settingsSchema>;

/** What travels with a vault, in `loci.yaml`: what the vault is. A switch (`*.enabled`) never does. */
const syncedKeys: readonly string[] = [
  ...["banks", "defaultBank", "bankDescriptions", "agents", "agent", "languages", "timezone"],
  ...["split", "consolidate", "prune", "dedup", "recent.max", "site.title", "site.language"],
  "example",
];

/** Whether a setting travels with the vault; all others are the device's, and no synced file can set them. */
export function isSynced(path: readonly string[]): boolean {
  const key = path.join(".");
  return (
    path.at(-1) !== "enabled" &&
    syncedKeys.some((synced) => key === synced || key.startsWith(`${synced}.`))
  );
}

/** Whether synced settings stand below a path. */
export const holdsSynced = (path: readonly string[]): boolean =>
  syncedKeys.some((synced) => synced.startsWith(`${path.join(".")}.`));

/** Keys of earlier versions that may still stand in a `loci.yaml`, in no section of the device's: they are ignored too. */
export const formerKeys: readonly RegExp[] = [
  /^site\.(?:lineBreaks|properties)$/,
  /^noteSection$/,
  /^prune\.except$/,
  /^agents\.[^.]+\.(?:model|tools)$/,
];
