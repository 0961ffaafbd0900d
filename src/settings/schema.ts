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

/** What travels with a vault, in `loci.yaml`: what the vault is. */
const synced =
  /^(?:banks|defaultBank|bankDescriptions|agents|agent|languages|timezone|split|consolidate|prune|dedup|recent\.max|site\.title|site\.language|example)(?:\.|$)/;

/** Whether a setting travels with the vault: a switch never does, and no synced file can set what is the device's. */
export const isSynced = (path: readonly string[]): boolean =>
  path.at(-1) !== "enabled" && synced.test(path.join("."));

/** Settings of earlier versions: where a file still names one, it is left out, and said so. */
export const formerKeys: readonly RegExp[] = [
  /^(?:noteSection|editor|log|tools|watch|prune\.except|commit\.quietMs|upkeep\.maxShare)$/,
  /^site\.(?:lineBreaks|properties)$/,
  /^agents\.[^.]+\.(?:model|tools)$/,
  /^recall\.(?:limit|vectorWeight|importanceHalfLifeDays|rerankCandidates|rerankMs)$/,
  /^digest\.(?:maxConclusions|kinds)$/,
  /^sync\.(?:intervalMs|quietMs|timeoutMs|maxFileBytes|knownHosts)$/,
  /^(?:model|embedding)\.(?:timeoutMs|stallMs|reply|extract|detect|names|rerank|split|summarize)$/,
  /^voice\.(?:followUpMs|maxTurnMs|minConfidence|minSpeechMs|recallMs|sounds)$/,
  /^voice\.\w+\.(?:speed|sampleRate|timeoutMs|transcriptionModel|command|names)$/,
];
