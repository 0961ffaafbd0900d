import { chooseModels } from "../agent/choose-models.ts";
import type { OpenVault } from "./vault/open-vault.ts";

/**
 * Names a model server of this device that a vault could use, with the settings for it; undefined where the settings
 * name a model or forbid to look, nothing answers, or all that it has is in use.
 */
export async function offerLocalModel(vault: OpenVault): Promise<string | undefined> {
  const { model, embedding } = vault.settings;
  if (!model.find || model.provider !== "auto" || namesModel(vault)) return undefined;
  const { findLocalServer } = await import("../models/choose/find-local.ts");
  const found = await findLocalServer();
  const isInUse = found?.chat === undefined && embedding.provider !== "offline";
  if (found === undefined || isInUse) return undefined;
  const { program, baseUrl, chat: name, vectors } = found;
  // Of more, Ollama cuts off the beginning without a word, unless it was started with more.
  const chat = { baseUrl, name, ...(program === "Ollama" && { contextTokens: 4_000 }) };
  const lines = [`${program} runs on this device; to use it, add to ${vault.device.settingsFile}:`];
  if (name !== undefined) lines.push(`model: ${JSON.stringify(chat)}`);
  if (vectors !== undefined)
    lines.push(`embedding: ${JSON.stringify({ provider: "openai", baseUrl, ...vectors })}`);
  return lines.join("\n");
}

/** Whether the settings name a model. One whose key cannot be read says so itself, when it is needed. */
function namesModel(vault: OpenVault): boolean {
  try {
    return chooseModels(vault).live !== undefined;
  } catch {
    return true;
  }
}
