import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { TurnEvent } from "../src/agent/turn-event.ts";
import { type Loci, openLoci } from "../src/app/loci.ts";
import { createVault } from "../src/app/vault/create-vault.ts";
import { cleanEnv } from "./run-loci.ts";
import { useTempFolder } from "./temp.ts";

/** An empty vault of its own, open until the test ends. */
export async function useLoci(extra: Record<string, string> = {}): Promise<Loci> {
  const root = join(useTempFolder(), "vault");
  const env = { ...cleanEnv(), ...extra };
  await createVault({ root, topics: "none", env, now: () => Date.now() });
  const loci = await openLoci({ root, env, now: () => Date.now(), report: () => {} });
  onTestFinished(() => loci.close());
  return loci;
}

/** All that happens. */
export const collect = (events: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> =>
  Array.fromAsync(events);
