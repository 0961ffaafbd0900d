import type { LazyConversationServices } from "../agent/conversation/context.ts";
import { restingModels } from "../digest/circuit-breaker.ts";
import { localTime } from "../memory/local-time.ts";
import type { OpenVault } from "./vault/open-vault.ts";

/** A model that failed too often; local times, `YYYY-MM-DDTHH:MM:SS`. */
export interface RestingModel {
  readonly model: string;
  readonly since: string;
  readonly until: string;
  /** How it failed last. */
  readonly reason: string;
}

/** The models whose memory work rests. */
export async function resting(
  parts: OpenVault,
  services: LazyConversationServices,
): Promise<readonly RestingModel[]> {
  if (!services.isThere()) return [];
  const { modelErrors } = (await services.open()).db;
  const timeAt = (ms: number): string => localTime(ms, parts.settings.timezone);
  return restingModels(modelErrors, parts.settings.digest).map(
    ({ model, sinceMs, forMs, reason }) => ({
      ...{ model, reason },
      ...{ since: timeAt(parts.now() - sinceMs), until: timeAt(parts.now() + forMs) },
    }),
  );
}
