import { statSync } from "node:fs";
import { join } from "node:path";
import { type DevicePlace, devicePlace } from "../app/vault/device-place.ts";
import type { AskedRecall } from "../memory/recall.ts";
import type { Hit } from "../recall/recall.ts";
import { addressFile, askRunning } from "../server/ask-running.ts";
import type { Call } from "./command.ts";

/** What a recall prints. */
export interface Answer {
  readonly hits: readonly Hit[];
  readonly indexedAt: string;
}

/** A server that takes longer is busy: this process answers by itself then. */
const waitMs = 1_000;

/**
 * Has the `loci up` that runs for this vault answer: it has everything open, and its answers are as fresh. Undefined
 * where none runs, or where it might answer otherwise than this process, because settings have changed since it began.
 */
export async function recallFromRunning(
  call: Pick<Call, "env">,
  root: string,
  query: string,
  request: AskedRecall,
): Promise<Answer | undefined> {
  const device = devicePlace(root, call.env);
  const { viewer: { allPeople, ...named } = {}, limit, ...filter } = request;
  if (allPeople === true || !isAsItBegan(call.env, root, device)) return undefined;
  const asked = Object.entries({ q: query, ...named, ...filter, ...(limit && { k: limit }) });
  const fields = asked.map(([name, value]) => [name, String(value)]);
  const path = `/api/recall?${new URLSearchParams(fields)}`;
  const answer = await askRunning(device, { method: "GET", path, waitMs });
  if (!Array.isArray(answer?.hits) || typeof answer.indexedAt !== "string") return undefined;
  return { hits: answer.hits as readonly Hit[], indexedAt: answer.indexedAt };
}

function isAsItBegan(env: NodeJS.ProcessEnv, root: string, device: DevicePlace): boolean {
  const own = Object.keys(env).filter((name) => name.startsWith("LOCI_"));
  if (own.some((name) => !anywhere.includes(name))) return false;
  const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const began = timeOf(addressFile(device));
  const settings = [join(root, "loci.yaml"), device.settingsFile];
  return began > Math.max(...settings.map(timeOf));
}

/** Variables that change no answer: they say which vault and which device is meant, or whether to look for models. */
const anywhere = ["LOCI_VAULT", "LOCI_CONFIG_DIR", "LOCI_DEBUG", "LOCI_MODEL_FIND"];
