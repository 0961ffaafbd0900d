import { chooseModels } from "../agent/choose-models.ts";
import { LociError } from "../errors.ts";
import type { LocalServer } from "../models/choose/find-local.ts";
import type { Loci } from "./loci.ts";
import { devicePlace, setForVault } from "./vault/device-place.ts";

/**
 * One sentence on a model server of this device that the vault could use; undefined where the settings name a model or
 * forbid to look, nothing answers, or all that it has is in use.
 */
export async function offerLocalModel(vault: Loci["vault"]): Promise<string | undefined> {
  const { model, embedding } = vault.settings;
  if (!model.find || model.provider !== "auto" || namesModel(vault)) return undefined;
  const { findLocalServer } = await import("../models/choose/find-local.ts");
  const found = await findLocalServer();
  const isInUse = found?.chat === undefined && embedding.provider !== "offline";
  if (found === undefined || isInUse) return undefined;
  const command = `loci config model auto --vault "${vault.root}"`;
  return `${found.program} runs on this device, with ${modelsOf(found)}; to use it: ${command}`;
}

/** Whether the settings name a model. One whose key cannot be read says so itself, when it is needed. */
function namesModel(vault: Loci["vault"]): boolean {
  try {
    return chooseModels(vault).live !== undefined;
  } catch {
    return true;
  }
}

/** Has a vault use the model server of this device from now on. Throws LociError. */
export async function takeLocalModel(root: string, env: NodeJS.ProcessEnv): Promise<LocalServer> {
  const { findLocalServer } = await import("../models/choose/find-local.ts");
  const found = await findLocalServer();
  if (found === undefined) throw new LociError("NOT_FOUND", nowhere);
  const { program, baseUrl, chat, embedding } = found;
  const values = new Map<string, unknown>();
  if (chat !== undefined) {
    values.set("model.provider", "auto").set("model.baseUrl", baseUrl).set("model.name", chat);
    // Of more, Ollama cuts off the beginning without a word, unless it was started with more.
    if (program === "Ollama") values.set("model.contextTokens", 4_000);
  }
  if (embedding !== undefined) {
    const { knownDimensions } = await import("../models/openai/embedder.ts");
    values.set("embedding.provider", "openai").set("embedding.baseUrl", baseUrl);
    values.set("embedding.model", embedding);
    values.set("embedding.dimensions", knownDimensions(embedding));
  }
  await setForVault(devicePlace(root, env), root, values);
  return found;
}

const nowhere =
  "Cannot find a model server on this device: nothing with a model answers where Ollama (port 11434), LM Studio (1234) and llama.cpp (8080) usually do; start one, or set model.baseUrl in device.yaml";

/** What a vault uses from now on. */
export const describeTaken = (found: LocalServer): string =>
  `From now on this vault uses ${found.program} on this device, with ${modelsOf(found)}`;

const modelsOf = ({ chat, embedding }: LocalServer): string => {
  const vectors = embedding && `${embedding} for vectors`;
  return [chat, vectors].filter((one) => one !== undefined).join(" and ");
};
